import { useQuery } from '../api/query.js';
import type { Block, BtcBlock, BurnBlock, CursorPage, Page, TxSummary } from '../api/types.js';
import { network } from '../live/network.js';
import { BurnBlockLink, Id } from '../parts/id.js';
import { Facts, Heading, Loaded, Pager, Section } from '../parts/layout.js';
import { TransactionTable } from '../parts/transactions.js';
import { Time } from '../parts/values.js';
import { link, route } from '../router.js';
import { BitcoinBlockTransactions } from './bitcoin-lists.js';
import { cursorLink, offsetOf, offsetPages } from './lists.js';
import { StacksBlocks } from './overview.js';

const ROWS = 30;
const MISSING = 'No block with this height or hash is on the chain.';

export function BlockView({ id }: { id: string }) {
  const query = useQuery<Block>(`/extended/v2/blocks/${encodeURIComponent(id)}`);
  return (
    <>
      <Heading title={query.data === undefined ? id : `${query.data.height}`} kind="Stacks block" />
      <Loaded query={query} missing={MISSING}>
        {(block) => (
          <>
            <Facts
              facts={[
                ['Hash', <Id key="hash" what="index block hash" id={block.index_block_hash} whole />],
                ['Block hash', <Id key="block" what="block hash" id={block.hash} />],
                [
                  'Parent',
                  <Id
                    key="parent"
                    what="parent hash"
                    id={block.parent_index_block_hash}
                    href={block.height > 1 ? link('block', block.height - 1) : undefined}
                  />,
                ],
                ['Bitcoin block', <BurnBlockLink key="burn" height={block.burn_block_height} />],
                ['Tenure', block.tenure_height],
                ['Time', <Time key="time" seconds={block.block_time} />],
                ['Runtime', block.execution_cost_runtime.toLocaleString('en')],
              ]}
            />
            <Neighbours view="block" height={block.height} />
            <BlockTransactions height={block.height} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Neighbours({ view, height }: { view: 'block' | 'burn-block'; height: number }) {
  const { stacksHeight = 0, bitcoinHeight = 0 } = network.value ?? {};
  const tip = view === 'block' ? stacksHeight : bitcoinHeight;
  return (
    <nav class="pager" aria-label="Neighbouring blocks">
      {height > 0 ? <a href={link(view, height - 1)}>Block {(height - 1).toLocaleString('en')}</a> : <span />}
      {height < tip && <a href={link(view, height + 1)}>Block {(height + 1).toLocaleString('en')}</a>}
    </nav>
  );
}

function BlockTransactions({ height }: { height: number }) {
  const cursor = route.value.query.get('cursor');
  const query = useQuery<CursorPage<TxSummary>>(
    `/extended/v3/blocks/${height}/transactions?limit=50${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  );
  return (
    <Section title="Transactions">
      <Loaded query={query}>
        {({ results, cursor: { next, previous } }) => (
          <>
            <TransactionTable label="Transactions of the block" transactions={results} empty="The block has no transactions." inBlock />
            <Pager label="transactions" newer={cursorLink('block', previous, `${height}`)} older={cursorLink('block', next, `${height}`)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

export function BurnBlockView({ id }: { id: string }) {
  // Bitcoin hashes have no 0x, but the Stacks API wants one.
  const key = /^[0-9a-f]{64}$/i.test(id) ? `0x${id}` : id;
  const query = useQuery<BurnBlock>(`/extended/v2/burn-blocks/${encodeURIComponent(key)}`);
  const offset = offsetOf(route.value.query);
  const inside = useQuery<Page<Block>>(`/extended/v2/burn-blocks/${encodeURIComponent(key)}/blocks?limit=${ROWS}&offset=${offset}`);
  return (
    <>
      <Heading title={query.data === undefined ? id : `${query.data.burn_block_height}`} kind="Bitcoin block" />
      <Loaded query={query} missing={<BitcoinOnlyBlock id={id} />}>
        {({ burn_block_hash: prefixed, burn_block_height: height, burn_block_time: time, total_tx_count: count }) => {
          const hash = prefixed.replace(/^0x/, '');
          return (
            <>
              <Facts
                facts={[
                  ['Hash', <Id key="hash" what="block hash" id={hash} whole />],
                  ['Time', <Time key="time" seconds={time} />],
                  ['Stacks transactions', count.toLocaleString('en')],
                ]}
              />
              <Neighbours view="burn-block" height={height} />
              <Section title="Stacks blocks">
                <Loaded query={inside}>
                  {({ results, total }) => (
                    <>
                      <StacksBlocks blocks={results} />
                      <Pager label="blocks" {...offsetPages('burn-block', id, offset, total, ROWS)} />
                    </>
                  )}
                </Loaded>
              </Section>
              <BitcoinBlockTransactions hash={hash} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** A block that no Stacks block belongs to: the Stacks API does not know it, the index of Bitcoin does. */
function BitcoinOnlyBlock({ id }: { id: string }) {
  const isHeight = /^\d+$/.test(id);
  const found = useQuery<string>(isHeight ? `/api/block-height/${id}` : undefined);
  if (!isHeight) return <IndexedBlock hash={id.replace(/^0x/, '')} />;
  return (
    <Loaded query={found} missing={MISSING}>
      {(hash) => <IndexedBlock hash={hash} />}
    </Loaded>
  );
}

function IndexedBlock({ hash }: { hash: string }) {
  const query = useQuery<BtcBlock>(`/api/block/${encodeURIComponent(hash)}`);
  return (
    <Loaded query={query} missing={MISSING}>
      {({ id, height, timestamp, size }) => (
        <>
          <Facts
            facts={[
              ['Height', height.toLocaleString('en')],
              ['Hash', <Id key="hash" what="block hash" id={id} whole />],
              ['Time', <Time key="time" seconds={timestamp} />],
              ['Size', `${size.toLocaleString('en')} bytes`],
            ]}
          />
          <Neighbours view="burn-block" height={height} />
          <BitcoinBlockTransactions hash={id} />
        </>
      )}
    </Loaded>
  );
}
