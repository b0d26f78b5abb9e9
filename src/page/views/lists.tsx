import { useQuery } from '../api/query.js';
import type { Block, BurnBlock, CursorPage, Page, Tx, TxSummary } from '../api/types.js';
import { plural } from '../format/text.js';
import { TxId } from '../parts/id.js';
import { Empty, Heading, Loaded, Pager, Section, Table } from '../parts/layout.js';
import { ONLY_USERS, summaryOf, TransactionTable } from '../parts/transactions.js';
import { Amount, FeeRate, Sats } from '../parts/values.js';
import { link, route } from '../router.js';
import { BurnBlocks, StacksBlocks } from './overview.js';

const ROWS = 25;

/** Links to the pages before and after one of a list by offset. @param name of the offset in the URL */
export function offsetPages(view: string, id: string | undefined, offset: number, total: number, rows: number, name = 'from') {
  return {
    newer: offset === 0 ? undefined : link(view, id, { [name]: offset > rows ? offset - rows : undefined }),
    older: offset + rows >= total ? undefined : link(view, id, { [name]: offset + rows }),
  };
}

export function offsetOf(query: URLSearchParams, name = 'from'): number {
  const offset = Number(query.get(name) ?? 0);
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
            <StacksBlocks blocks={results} full />
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
            <BurnBlocks blocks={results} full />
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
  const isAll = route.value.query.has('all');
  return (
    <>
      <Heading title="Transactions" />
      <div class="section-head tight">
        <TransactionTabs />
        <a href={link('transactions', undefined, { all: isAll ? undefined : '1' })}>
          {isAll ? 'Hide coinbases and tenure changes' : 'Show coinbases and tenure changes'}
        </a>
      </div>
      {isAll ? <AllTransactions /> : <UserTransactions />}
    </>
  );
}

function UserTransactions() {
  const offset = offsetOf(route.value.query);
  const query = useQuery<Page<Tx>>(`/extended/v1/tx?${ONLY_USERS}&limit=${ROWS}&offset=${offset}`);
  return (
    <Loaded query={query}>
      {({ results, total }) => (
        <>
          <TransactionTable label="Transactions" transactions={results.map(summaryOf)} empty="No transactions yet." />
          <Pager label="transactions" {...offsetPages('transactions', undefined, offset, total, ROWS)} />
        </>
      )}
    </Loaded>
  );
}

function AllTransactions() {
  const cursor = route.value.query.get('cursor');
  const query = useQuery<CursorPage<TxSummary>>(
    `/extended/v3/transactions?limit=${ROWS}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  );
  const page = (to: string | null) => (to === null ? undefined : link('transactions', undefined, { all: '1', cursor: to }));
  return (
    <Loaded query={query}>
      {({ results, cursor: { next, previous } }) => (
        <>
          <TransactionTable label="Transactions" transactions={results} empty="No transactions yet." />
          <Pager label="transactions" newer={page(previous)} older={page(next)} />
        </>
      )}
    </Loaded>
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
          <TransactionTable
            label="Pending transactions"
            transactions={results}
            empty="No transaction waits for a Stacks block."
            with="fee"
          />
        )}
      </Loaded>
      <BitcoinMempool />
    </>
  );
}

type RecentTx = { txid: string; fee: number; vsize: number; value: number };

function BitcoinMempool() {
  const ids = useQuery<string[]>('/api/mempool/txids');
  const recent = useQuery<RecentTx[]>('/api/mempool/recent');
  const next = useQuery<{ count: number; vsize: number; total_fee: number }>('/api/mempool');
  if (!ids.data || !recent.data) return null;
  // The recent ones are those that came last, mined since or not.
  const pending = new Set(ids.data);
  const shown = recent.data.filter(({ txid }) => pending.has(txid));
  const { count = 0, vsize = 0, total_fee: fees = 0 } = next.data ?? {};
  return (
    <Section
      title="On Bitcoin"
      aside={
        count > 0 && (
          <span class="muted">
            {plural(count, 'transaction')}, {vsize.toLocaleString('en')} vB, {fees.toLocaleString('en')} sats of fees
          </span>
        )
      }
    >
      {pending.size === 0 ? (
        <Empty>No transaction waits for a Bitcoin block.</Empty>
      ) : (
        <Table
          label="Pending on Bitcoin"
          columns={[
            'Transaction',
            { name: 'Value', class: 'right' },
            { name: 'Size', class: 'right wide' },
            { name: 'Fee', class: 'right wide' },
            { name: 'Fee rate', class: 'right' },
          ]}
        >
          {shown.map(({ txid, value, fee, vsize: size }) => (
            <tr key={txid}>
              <td>
                <TxId id={txid} bare />
              </td>
              <td class="right">
                <Amount units={value} coin="BTC" />
              </td>
              <td class="right wide">
                {size.toLocaleString('en')} <span class="unit">vB</span>
              </td>
              <td class="right wide">
                <Sats sats={fee} />
              </td>
              <td class="right">
                <FeeRate sats={fee} vsize={size} />
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
    </Section>
  );
}
