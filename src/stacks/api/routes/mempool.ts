import type { Mempool } from '../../history/chain/mempool.js';
import type { PendingKey } from '../../history/chain/pending-index.js';
import type { PendingTransaction } from '../../history/chain/pending-transaction.js';
import { recipientOf } from '../../history/lookup/outcome.js';
import { transactionFee } from '../../protocol/codec/transaction/transaction.js';
import { badRequest } from '../errors.js';
import { isPrincipal } from '../is-principal.js';
import { newestFirst, page } from '../pages.js';
import { pendingCursor, pendingPage } from '../pending-page.js';
import { percentile, roundHalfEven } from '../percentile.js';
import type { Routes } from '../route.js';
import { address, flag, LIMITS, limit, limitV3, offset, word } from '../schemas.js';
import { showPending, type TxType, txType } from '../show/transaction.js';

/** The kinds of transactions that users send, in the order of statistics. */
const SENT_TYPES = ['token_transfer', 'smart_contract', 'contract_call', 'poison_microblock'] as const satisfies TxType[];
const STATISTICS = { p25: 0.25, p50: 0.5, p75: 0.75, p95: 0.95 } as const;
const PRIORITIES = { no_priority: 0.25, low_priority: 0.5, medium_priority: 0.75, high_priority: 0.95 } as const;

/** Pending transactions and their fees. */
export const addMempoolRoutes: Routes = (get) => {
  get(
    '/extended/v1/tx/mempool',
    {
      summary: 'Pending transactions',
      query: {
        sender_address: address,
        recipient_address: address,
        address,
        order_by: word('age', 'size', 'fee'),
        order: word('asc', 'desc'),
        unanchored: flag,
        offset,
        limit: limit(...LIMITS.transaction),
        exclude_function_args: flag,
      },
      deprecated: true,
      etag: true,
    },
    async ({ query, ...context }) => {
      const { offset: skipped = 0, exclude_function_args: withoutArguments } = query;
      const count = query.limit || 20;
      const { list, isNewestFirst } = listOf(context.history.mempool, query);
      const shown = isNewestFirst ? newestFirst(list, count, skipped) : page(list, count, skipped);
      const results: object[] = [];
      for (const pending of shown) results.push(await showPending(context, pending, { withoutArguments }));
      // The real API counts on the rows of the page.
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : list.length, results };
    },
  );

  get('/extended/v1/tx/mempool/stats', { summary: 'Statistics of pending transactions', etag: true }, ({ history: { chain, mempool } }) => {
    // The block that a pending transaction may be in is the next one.
    const next = (chain.tip?.height ?? 0) + 1;
    return mempool.list('all').derive('statistics', (pending) => statistics(byType(pending), next), next);
  });

  get('/extended/v2/mempool/fees', { summary: 'Fees of pending transactions by priority', etag: true }, ({ history: { mempool } }) =>
    mempool.list('all').derive('fees', (pending) => {
      const fees = [...byType(pending)].map(([type, group]) => [type, priorities(group)] as const);
      return { all: priorities([...pending]), ...Object.fromEntries(fees.filter(([type]) => type !== 'poison_microblock')) };
    }),
  );

  get(
    '/extended/v3/mempool/transactions',
    { summary: 'Pending transactions', query: { limit: limitV3(...LIMITS.transaction), cursor: pendingCursor }, etag: true },
    ({ query: { limit: count = 20, cursor }, history: { mempool } }) => pendingPage(mempool.list('all'), count, cursor),
  );
};

type Filter = Partial<Record<'sender_address' | 'recipient_address' | 'address', string>>;
type Order = { order_by?: 'age' | 'size' | 'fee'; order?: 'asc' | 'desc' };

/**
 * Returns the pending transactions of a filter in an order. The API leaves the order of equals to its database: one of a new network reads
 * the list of all by age from an index of times and txids, and sorts every other list, which leaves equals as they arrived.
 * @throws ApiError 400
 */
function listOf(
  mempool: Mempool,
  { sender_address: from, recipient_address: to, address: any, order_by: by = 'age', order = 'desc' }: Filter & Order,
): { list: readonly PendingTransaction[]; isNewestFirst: boolean } {
  for (const name of [from, to, any]) {
    if (name !== undefined && !isPrincipal(name)) {
      throw badRequest(`Error: Invalid query parameter: "${name}" is not a valid STX address or principal`);
    }
  }
  if (any !== undefined && (from !== undefined || to !== undefined)) {
    throw badRequest('The "address" filter cannot be specified with other address filters');
  }
  const isWhole = from === undefined && to === undefined && any === undefined;
  if (isWhole && by === 'age') return { list: mempool.list('all').sorted('receipt'), isNewestFirst: order === 'desc' };
  const key: PendingKey = isWhole ? 'all' : any !== undefined ? `party ${any}` : from !== undefined ? `from ${from}` : `to ${to}`;
  const sorted = mempool.list(key).sorted(`${by} ${order}`);
  const list = from === undefined || to === undefined ? sorted : sorted.filter(({ transaction }) => recipientOf(transaction) === to);
  return { list, isNewestFirst: false };
}

function feeOf({ transaction }: PendingTransaction): number {
  return Number(transactionFee(transaction));
}

function statistics(groups: ReadonlyMap<TxType, PendingTransaction[]>, next: number): object {
  const each = <T>(make: (group: readonly PendingTransaction[]) => T) =>
    Object.fromEntries(SENT_TYPES.map((type) => [type, make(groups.get(type) ?? [])]));
  const ages = (group: readonly PendingTransaction[]): number[] => group.map(({ height }) => next - height);
  const sizes = (group: readonly PendingTransaction[]): number[] => group.map(({ size }) => size);
  return {
    tx_type_counts: each((group) => group.length),
    tx_simple_fee_averages: each((group) => shares(group.map(feeOf), STATISTICS)),
    tx_ages: each((group) => shares(ages(group), STATISTICS)),
    tx_byte_sizes: each((group) => shares(sizes(group), STATISTICS)),
  };
}

function byType(pending: Iterable<PendingTransaction>): Map<TxType, PendingTransaction[]> {
  const groups = new Map<TxType, PendingTransaction[]>();
  for (const entry of pending) {
    const type = txType(entry.transaction);
    const group = groups.get(type) ?? [];
    groups.set(type, group);
    group.push(entry);
  }
  return groups;
}

/** Percentiles by name; null of nothing. */
function shares<Name extends string>(values: number[], names: Record<Name, number>): Record<Name, number | null> {
  const ascending = values.sort((a, b) => a - b);
  const entries = Object.entries<number>(names).map(([name, share]) => [
    name,
    ascending.length === 0 ? null : percentile(ascending, share),
  ]);
  return Object.fromEntries(entries);
}

function priorities(group: readonly PendingTransaction[]): object {
  const fees = shares(group.map(feeOf), PRIORITIES);
  return Object.fromEntries(Object.entries(fees).map(([name, fee]) => [name, roundHalfEven(fee ?? 0)]));
}
