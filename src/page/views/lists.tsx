import { useQuery } from '../api/query.js';
import type { Block, BurnBlock, CursorPage, Page, TxSummary } from '../api/types.js';
import { TxId } from '../parts/id.js';
import { Empty, Heading, Loaded, Pager, Table } from '../parts/layout.js';
import { TransactionTable } from '../parts/transactions.js';
import { Amount } from '../parts/values.js';
import { link, route } from '../router.js';
import { BurnBlocks, StacksBlocks } from './overview.js';

const ROWS = 25;

/** Links to the pages before and after one of a list by offset. */
export function offsetPages(view: string, id: string | undefined, offset: number, total: number, rows: number) {
  return {
    newer: offset === 0 ? undefined : link(view, id, { from: offset > rows ? offset - rows : undefined }),
    older: offset + rows >= total ? undefined : link(view, id, { from: offset + rows }),
  };
}

export function offsetOf(query: URLSearchParams): number {
  const offset = Number(query.get('from') ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

export function Blocks() {
  const offset = offsetOf(route.value.query);
  const query = useQuery<Page<Block>>(`/extended/v2/blocks?limit=${ROWS}&offset=${offset}`);
  return (
    <>
      <Heading title="Stacks blocks" />
      <ChainTabs />
      <Loaded query={query}>
        {({ results, total }) => (
          <>
            <StacksBlocks blocks={results} />
            <Pager label="blocks" {...offsetPages('blocks', undefined, offset, total, ROWS)} />
          </>
        )}
      </Loaded>
    </>
  );
}

export function BurnBlockList() {
  const offset = offsetOf(route.value.query);
  const query = useQuery<Page<BurnBlock>>(`/extended/v2/burn-blocks?limit=${ROWS}&offset=${offset}`);
  return (
    <>
      <Heading title="Bitcoin blocks" />
      <ChainTabs />
      <Loaded query={query}>
        {({ results, total }) => (
          <>
            <BurnBlocks blocks={results} />
            <Pager label="blocks" {...offsetPages('burn-blocks', undefined, offset, total, ROWS)} />
          </>
        )}
      </Loaded>
    </>
  );
}

function ChainTabs() {
  return (
    <Tabs
      label="Chain"
      tabs={[
        ['blocks', 'Stacks'],
        ['burn-blocks', 'Bitcoin'],
      ]}
    />
  );
}

function Tabs({ label, tabs }: { label: string; tabs: readonly (readonly [view: string, title: string])[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([view, title]) => (
        <a key={view} href={link(view)} aria-current={route.value.view === view ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

export function Transactions() {
  const cursor = route.value.query.get('cursor');
  const query = useQuery<CursorPage<TxSummary>>(
    `/extended/v3/transactions?limit=${ROWS}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  );
  return (
    <>
      <Heading title="Transactions" />
      <TransactionTabs />
      <Loaded query={query}>
        {({ results, cursor: { next, previous } }) => (
          <>
            <TransactionTable label="Transactions" transactions={results} empty="No transactions yet." />
            <Pager label="transactions" newer={cursorLink('transactions', previous)} older={cursorLink('transactions', next)} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** @param cursor null without such a page */
export function cursorLink(view: string, cursor: string | null, id?: string): string | undefined {
  return cursor === null ? undefined : link(view, id, { cursor });
}

function TransactionTabs() {
  return (
    <Tabs
      label="State"
      tabs={[
        ['transactions', 'Mined'],
        ['mempool', 'Pending'],
      ]}
    />
  );
}

export function Mempool() {
  const query = useQuery<CursorPage<TxSummary>>('/extended/v3/mempool/transactions?limit=50');
  return (
    <>
      <Heading title="Pending transactions" />
      <TransactionTabs />
      <Loaded query={query}>
        {({ results }) => (
          <TransactionTable label="Pending transactions" transactions={results} empty="Nothing waits for a Stacks block." />
        )}
      </Loaded>
      <BitcoinMempool />
    </>
  );
}

function BitcoinMempool() {
  const ids = useQuery<string[]>('/api/mempool/txids');
  const recent = useQuery<{ txid: string; fee: number; value: number }[]>('/api/mempool/recent');
  if (!ids.data || !recent.data) return null;
  // The recent ones are those that came last, mined since or not.
  const pending = new Set(ids.data);
  const shown = recent.data.filter(({ txid }) => pending.has(txid));
  return (
    <>
      <h2>On Bitcoin</h2>
      {pending.size === 0 ? (
        <Empty>Nothing waits for a Bitcoin block.</Empty>
      ) : (
        <Table label="Pending on Bitcoin" columns={['Transaction', { name: 'Value', class: 'right' }, { name: 'Fee', class: 'right' }]}>
          {shown.map(({ txid, value, fee }) => (
            <tr key={txid}>
              <td>
                <TxId id={txid} bare />
              </td>
              <td class="right">
                <Amount units={value} coin="BTC" />
              </td>
              <td class="right">
                <Amount units={fee} coin="BTC" />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {pending.size > shown.length && (
        <p class="muted">
          The newest {shown.length} of {pending.size.toLocaleString('en')}.
        </p>
      )}
    </>
  );
}
