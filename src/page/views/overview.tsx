import type { StoryLine } from '../../tools/story.js';
import { useQuery } from '../api/query.js';
import type { Block, BurnBlock, CursorPage, MiningMode, Page, Tx, TxSummary } from '../api/types.js';
import { plural } from '../format/text.js';
import { clockTime } from '../format/time.js';
import { entries } from '../live/entries.js';
import { canControl, network } from '../live/network.js';
import { BlockLink, BurnBlockLink, Id } from '../parts/id.js';
import { Empty, Heading, Loaded, Section, Table } from '../parts/layout.js';
import { ONLY_USERS, summaryOf, TransactionTable } from '../parts/transactions.js';
import { Time } from '../parts/values.js';
import { link } from '../router.js';
import { QuickActions } from './network.js';

/** The rows of each list. The style sheet shows fewer on a phone. */
const ROWS = 6;
/** The history of nodes of others begins when the gateway connects to them. */
const NO_BLOCKS = 'No blocks since this gateway started.';

export function Overview() {
  const blocks = useQuery<Page<Block>>(`/extended/v2/blocks?limit=${ROWS}`);
  const burnBlocks = useQuery<Page<BurnBlock>>(`/extended/v2/burn-blocks?limit=${ROWS}`);
  const transactions = useQuery<Page<Tx>>(`/extended/v1/tx?${ONLY_USERS}&limit=${ROWS}`);
  return (
    <>
      <Heading title="Overview" />
      <Figures />
      {canControl.value && <QuickActions />}
      <div class="columns brief">
        <Section title="Stacks blocks" aside={<a href={link('blocks')}>All blocks</a>}>
          <Loaded query={blocks}>{({ results }) => <StacksBlocks blocks={results} />}</Loaded>
        </Section>
        <Section title="Bitcoin blocks" aside={<a href={link('burn-blocks')}>All blocks</a>}>
          <Loaded query={burnBlocks}>{({ results }) => <BurnBlocks blocks={results} />}</Loaded>
        </Section>
      </div>
      <Section title="Transactions" aside={<a href={link('transactions')}>All transactions</a>}>
        <Loaded query={transactions}>
          {({ results }) => <TransactionTable label="Transactions" transactions={results.map(summaryOf)} empty="No transactions yet." />}
        </Loaded>
      </Section>
      {canControl.value && <Events />}
    </>
  );
}

function Figures() {
  const mempool = useQuery<CursorPage<TxSummary>>('/extended/v3/mempool/transactions?limit=1');
  const bitcoinMempool = useQuery<{ count: number }>('/api/mempool');
  const { bitcoinHeight, stacksHeight, tenureHeight, cycle, status } = network.value ?? {};
  const isLast = cycle?.phase === 'prepare';
  return (
    <dl class="figures">
      <Figure name="Stacks block" note={status && modeText(status.stacks.mode)} href={link('block', stacksHeight)}>
        {stacksHeight?.toLocaleString('en')}
      </Figure>
      <Figure name="Bitcoin block" note={status && modeText(status.bitcoin.mode)} href={link('burn-block', bitcoinHeight)}>
        {bitcoinHeight?.toLocaleString('en')}
      </Figure>
      <Figure name="Tenure">{tenureHeight?.toLocaleString('en')}</Figure>
      <Figure
        name="Reward cycle"
        note={cycle && `${cycle.phase} phase, ${plural(cycle.blocksLeft, 'block')} to the ${isLast ? 'next cycle' : 'prepare phase'}`}
      >
        {cycle?.id}
      </Figure>
      <Figure name="Pending" note={bitcoinMempool.data && `on Stacks, ${bitcoinMempool.data.count} on Bitcoin`} href={link('mempool')}>
        {mempool.data?.total.toLocaleString('en')}
      </Figure>
    </dl>
  );
}

type FigureProps = { name: string; note?: string | undefined; href?: string; children: string | number | undefined };

function Figure({ name, note, href, children = '–' }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="figure">{href === undefined ? children : <a href={href}>{children}</a>}</dd>
      {note !== undefined && <dd class="note">{note}</dd>}
    </div>
  );
}

function modeText(mode: MiningMode): string {
  if (typeof mode !== 'string') return `mined every ${mode.intervalMs / 1_000} s`;
  return mode === 'auto' ? 'mined for each transaction' : 'mined only on request';
}

type StacksBlocksProps = {
  blocks: readonly Block[];
  /** Whether the list is that of a Bitcoin block, which it does not repeat. @default false */
  inside?: boolean;
  /** Whether it has the width of the page. @default false */
  full?: boolean;
};

export function StacksBlocks({ blocks, inside = false, full = false }: StacksBlocksProps) {
  if (blocks.length === 0) return <Empty>{NO_BLOCKS}</Empty>;
  return (
    <Table
      label="Stacks blocks"
      columns={[
        'Block',
        ...(full ? [{ name: 'Hash', class: 'wide' }] : []),
        ...(inside ? [] : [{ name: 'Bitcoin block', class: 'right wide' }]),
        { name: 'Transactions', class: 'right' },
        { name: 'Time', class: 'right' },
      ]}
    >
      {blocks.map(({ height, index_block_hash: hash, burn_block_height: burnHeight, tx_count: count, block_time: time }) => (
        <tr key={hash}>
          <td>
            <BlockLink height={height} />
          </td>
          {full && (
            <td class="wide">
              <Id what="index block hash" id={hash} href={link('block', hash)} bare />
            </td>
          )}
          {!inside && (
            <td class="right wide">
              <BurnBlockLink height={burnHeight} />
            </td>
          )}
          <td class="right number">{count}</td>
          <td class="right">
            <Time seconds={time} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** @param full whether it has the width of the page */
export function BurnBlocks({ blocks, full = false }: { blocks: readonly BurnBlock[]; full?: boolean }) {
  if (blocks.length === 0) return <Empty>{NO_BLOCKS}</Empty>;
  return (
    <Table
      label="Bitcoin blocks"
      columns={[
        'Block',
        ...(full ? [{ name: 'Hash', class: 'wide' }] : []),
        { name: 'Stacks blocks', class: 'right' },
        ...(full ? [{ name: 'Stacks transactions', class: 'right wide' }] : []),
        { name: 'Time', class: 'right' },
      ]}
    >
      {blocks.map(
        ({ burn_block_height: height, burn_block_hash: hash, stacks_blocks: inside, total_tx_count: count, burn_block_time: time }) => (
          <tr key={hash}>
            <td>
              <BurnBlockLink height={height} />
            </td>
            {full && (
              <td class="wide">
                <Id what="block hash" id={hash.replace(/^0x/, '')} href={link('burn-block', hash.replace(/^0x/, ''))} bare />
              </td>
            )}
            <td class="right number">{inside.length}</td>
            {full && <td class="right number wide">{count.toLocaleString('en')}</td>}
            <td class="right">
              <Time seconds={time} />
            </td>
          </tr>
        ),
      )}
    </Table>
  );
}

const VIEWS = { 'stacks.tx': 'tx', 'bitcoin.tx': 'tx', 'stacks.block': 'block', 'bitcoin.block': 'burn-block' } as const;

/** The events of the network, in the words of the command line. Those from before the page was opened have no time. */
function Events() {
  const firstBefore = entries.value.findIndex(({ time }) => time === undefined);
  return (
    <Section title="Events">
      {entries.value.length === 0 ? (
        <Empty>Nothing has happened yet.</Empty>
      ) : (
        <ol class="events">
          {entries.value.map(({ id, time, lines }, index) => (
            <li key={id} class={time === undefined ? 'earlier' : ''}>
              {index === firstBefore && <p class="muted divider">Before this page was opened</p>}
              {time !== undefined && <time>{clockTime(new Date(time))}</time>}
              <div>
                {lines.map((line, at) => (
                  <EventLine key={at} line={line} />
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function EventLine({ line: { topic, text, end = '', tone, about, isDetail = false } }: { line: StoryLine }) {
  const words = `${text}${end}`;
  return (
    <p class={`${tone ?? ''} ${isDetail ? 'detail' : ''}`}>
      {topic !== undefined && <span class={`topic ${topic}`}>{topic}</span>}
      <span class="words">{about === undefined ? words : <a href={link(VIEWS[about.kind], about.id)}>{words}</a>}</span>
    </p>
  );
}
