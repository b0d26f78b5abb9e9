import { useQuery } from '../api/query.js';
import type { Block, BtcBlock, BtcTx, BurnBlock, CursorPage, Page, TxSummary } from '../api/types.js';
import { costText, middle, plural } from '../format/text.js';
import { network } from '../live/network.js';
import { BitcoinAddress, BurnBlockLink, Id, TxId } from '../parts/id.js';
import { Facts, Heading, Loaded, Pager, Section } from '../parts/layout.js';
import { TransactionTable } from '../parts/transactions.js';
import { Amount, Time } from '../parts/values.js';
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
      <Heading title={query.data === undefined ? middle(id) : `${query.data.height}`} kind="Stacks block" />
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
                ['Tenure', block.tenure_height.toLocaleString('en')],
                ['Time', <Time key="time" seconds={block.block_time} />],
                ['Transactions', block.tx_count.toLocaleString('en')],
                !isZero(block.miner_txid) && ['Block commit', <TxId key="commit" id={block.miner_txid.replace(/^0x/, '')} />],
                ['Cost', costText(block)],
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

/** The embedded node has no block commits on Bitcoin. */
function isZero(txid: string): boolean {
  return /^0x0*$/.test(txid);
}

/** Links to the blocks before and after one. After the tip come the pending transactions, which the next block takes. */
function Neighbours({ view, height }: { view: 'block' | 'burn-block'; height: number }) {
  const { stacksHeight = 0, bitcoinHeight = 0, status } = network.value ?? {};
  // Of a fork, the Stacks chain counts the Bitcoin blocks of the network that it continues.
  const tip = view === 'block' ? stacksHeight : bitcoinHeight + (status?.fork?.bitcoinOffset ?? 0);
  return (
    <nav class="pager" aria-label="Neighbouring blocks">
      {height > 0 ? <a href={link(view, height - 1)}>← Block {(height - 1).toLocaleString('en')}</a> : <span />}
      {height < tip ? (
        <a href={link(view, height + 1)}>Block {(height + 1).toLocaleString('en')} →</a>
      ) : (
        <NextBlock view={view} height={height + 1} />
      )}
    </nav>
  );
}

function NextBlock({ view, height }: { view: 'block' | 'burn-block'; height: number }) {
  const stacks = useQuery<CursorPage<TxSummary>>(view === 'block' ? '/extended/v3/mempool/transactions?limit=1' : undefined);
  const bitcoin = useQuery<{ count: number }>(view === 'block' ? undefined : '/api/mempool');
  const count = stacks.data?.total ?? bitcoin.data?.count;
  return (
    <span class="muted">
      Block {height.toLocaleString('en')} is not mined yet
      {count !== undefined && (
        <>
          : <a href={link('mempool')}>{plural(count, 'pending transaction')}</a>
        </>
      )}
    </span>
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
            <TransactionTable
              label="Transactions of the block"
              transactions={results}
              empty="The block has no transactions."
              with="nothing"
            />
            <Pager label="transactions" newer={cursorLink('block', previous, `${height}`)} older={cursorLink('block', next, `${height}`)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** A Bitcoin block. The Stacks API knows those with Stacks blocks, the index of Bitcoin all. */
export function BurnBlockView({ id }: { id: string }) {
  const isHash = /^(?:0x)?[0-9a-f]{64}$/i.test(id);
  // Bitcoin hashes have no 0x, but the Stacks API wants one.
  const key = isHash ? `0x${id.replace(/^0x/, '')}` : id;
  const burn = useQuery<BurnBlock>(`/extended/v2/burn-blocks/${encodeURIComponent(key)}`);
  const isOther = burn.error?.isAbsent === true;
  const found = useQuery<string>(isOther && /^\d+$/.test(id) ? `/api/block-height/${id}` : undefined);
  const hash = burn.data?.burn_block_hash ?? found.data ?? (isOther && isHash ? key : undefined);
  const plain = hash?.replace(/^0x/, '');
  const block = useQuery<BtcBlock>(plain === undefined ? undefined : `/api/block/${plain}`);
  const height = burn.data?.burn_block_height ?? block.data?.height;
  const error = isOther ? (found.error ?? block.error) : burn.error;
  return (
    <>
      <Heading title={height === undefined ? middle(id) : `${height}`} kind="Bitcoin block" />
      {plain !== undefined && height !== undefined ? (
        <BitcoinBlock hash={plain} height={height} burn={burn.data} block={block.data} />
      ) : (
        <Loaded query={{ error: isOther && !isHash && !/^\d+$/.test(id) ? burn.error : error }} missing={MISSING}>
          {() => null}
        </Loaded>
      )}
    </>
  );
}

type BitcoinBlockProps = { hash: string; height: number; burn?: BurnBlock | undefined; block?: BtcBlock | undefined };

function BitcoinBlock({ hash, height, burn, block }: BitcoinBlockProps) {
  const first = useQuery<BtcTx[]>(`/api/block/${hash}/txs`);
  const coinbase = Array.isArray(first.data) ? first.data[0] : undefined;
  const miner = coinbase?.vout.find(({ value, scriptpubkey_address: address }) => value > 0 && address !== undefined);
  const time = burn?.burn_block_time ?? block?.timestamp;
  return (
    <>
      <Facts
        facts={[
          ['Hash', <Id key="hash" what="block hash" id={hash} whole />],
          time !== undefined && ['Time', <Time key="time" seconds={time} />],
          miner?.scriptpubkey_address !== undefined && ['Miner', <BitcoinAddress key="miner" id={miner.scriptpubkey_address} />],
          coinbase !== undefined && ['Reward', <Amount key="reward" units={sumOf(coinbase)} coin="BTC" />],
          block !== undefined && [
            'Size',
            <span key="size">
              {block.size.toLocaleString('en')} <span class="unit">bytes, weight</span> {block.weight.toLocaleString('en')}{' '}
              <span class="unit">WU</span>
            </span>,
          ],
          block !== undefined && ['Bitcoin transactions', block.tx_count.toLocaleString('en')],
          burn !== undefined && ['Stacks transactions', burn.total_tx_count.toLocaleString('en')],
        ]}
      />
      <Neighbours view="burn-block" height={height} />
      {burn !== undefined && <BlocksInside hash={hash} height={height} />}
      <BitcoinBlockTransactions hash={hash} height={height} count={block?.tx_count} />
    </>
  );
}

/** The reward with the fees: what the first transaction pays out. */
function sumOf({ vout }: BtcTx): number {
  return vout.reduce((sum, { value }) => sum + value, 0);
}

function BlocksInside({ hash, height }: { hash: string; height: number }) {
  const offset = offsetOf(route.value.query);
  const inside = useQuery<Page<Block>>(`/extended/v2/burn-blocks/0x${hash}/blocks?limit=${ROWS}&offset=${offset}`);
  return (
    <Section title="Stacks blocks">
      <Loaded query={inside}>
        {({ results, total }) => (
          <>
            <StacksBlocks blocks={results} inside full />
            <Pager label="Stacks blocks" {...offsetPages('burn-block', `${height}`, offset, total, ROWS)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}
