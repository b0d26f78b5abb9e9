import { parsePrincipal } from '../../chains/stacks/codec/principal.js';
import { transactionFee } from '../../chains/stacks/codec/transaction/transaction.js';
import { without0x } from '../../hex.js';
import type { PendingTransaction } from '../../history/chain/mempool.js';
import { contractOf, recipientOf } from '../../history/lookup/outcome.js';
import { badRequest } from '../errors.js';
import { normalTxid } from '../find.js';
import { cursorPage, page } from '../pages.js';
import { percentile, roundHalfEven } from '../percentile.js';
import type { Routes } from '../route.js';
import { address, flag, LIMITS, limit, limitV3, offset, word } from '../schemas.js';
import { showPending, type TxType, txType } from '../show/transaction.js';
import { showPendingSummaryV3 } from '../show/transaction-v3.js';

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
      const list = sorted(filtered(context.history.mempool.pending(), query), query);
      const results: object[] = [];
      for (const pending of page(list, count, skipped)) results.push(await showPending(context, pending, { withoutArguments }));
      // The real API counts on the rows of the page.
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : list.length, results };
    },
  );

  get('/extended/v1/tx/mempool/stats', { summary: 'Statistics of pending transactions', etag: true }, ({ history }) => {
    const groups = byType(history.mempool.pending());
    // The block that a pending transaction may be in is the next one.
    const next = (history.chain.tip?.height ?? 0) + 1;
    const each = <T>(make: (group: readonly PendingTransaction[]) => T) =>
      Object.fromEntries(SENT_TYPES.map((type) => [type, make(groups.get(type) ?? [])]));
    return {
      tx_type_counts: each((group) => group.length),
      tx_simple_fee_averages: each((group) => shares(group.map(feeOf), STATISTICS)),
      tx_ages: each((group) =>
        shares(
          group.map(({ height }) => next - height),
          STATISTICS,
        ),
      ),
      tx_byte_sizes: each((group) => shares(group.map(sizeOf), STATISTICS)),
    };
  });

  get('/extended/v2/mempool/fees', { summary: 'Fees of pending transactions by priority', etag: true }, ({ history }) => {
    const pending = history.mempool.pending();
    const fees = [...byType(pending)].map(([type, group]) => [type, priorities(group)] as const);
    return { all: priorities(pending), ...Object.fromEntries(fees.filter(([type]) => type !== 'poison_microblock')) };
  });

  get(
    '/extended/v3/mempool/transactions',
    {
      summary: 'Pending transactions',
      query: { limit: limitV3(...LIMITS.transaction), cursor: { type: 'string', pattern: '^\\d+:(0x)?[a-fA-F0-9]{64}$' } },
      etag: true,
    },
    ({ query: { limit: count = 20, cursor }, history }) => {
      const list = history.mempool.pending().sort((a, b) => -compareReceipts(a, b));
      const first = cursor === undefined ? 0 : list.findIndex((pending) => compareReceipts(pending, readCursor(cursor)) <= 0);
      const start = first < 0 ? list.length : first;
      const { items, envelope } = cursorPage(list, start, count, ({ since, txid }) => `${since}:${txid}`);
      return { ...envelope, results: items.map(showPendingSummaryV3) };
    },
  );
};

type Receipt = Pick<PendingTransaction, 'since' | 'txid'>;

function compareReceipts(a: Receipt, b: Receipt): number {
  return a.since - b.since || (a.txid < b.txid ? -1 : a.txid === b.txid ? 0 : 1);
}

function readCursor(cursor: string): Receipt {
  const [since = '', txid = ''] = cursor.split(':');
  return { since: Number(since), txid: normalTxid(txid) };
}

type Filter = Partial<Record<'sender_address' | 'recipient_address' | 'address', string>>;

/** @throws ApiError 400 */
function filtered(
  pending: PendingTransaction[],
  { sender_address: from, recipient_address: to, address: any }: Filter,
): PendingTransaction[] {
  for (const name of [from, to, any]) {
    if (name !== undefined && parsePrincipal(name) === undefined) {
      throw badRequest(`Error: Invalid query parameter: "${name}" is not a valid STX address or principal`);
    }
  }
  if (any !== undefined && (from !== undefined || to !== undefined)) {
    throw badRequest('The "address" filter cannot be specified with other address filters');
  }
  return pending.filter(({ transaction }) => {
    const sender = transaction.addresses.origin;
    const recipient = recipientOf(transaction);
    if (any !== undefined) return [sender, recipient, contractOf(transaction)].includes(any);
    return (from === undefined || sender === from) && (to === undefined || recipient === to);
  });
}

/**
 * Sorts what is in the order of arrival. The API leaves the order of equals to its database: one of a new network reads the list of all by
 * age from
 * an index of times and txids, and sorts every other list, which leaves equals as they arrived.
 */
function sorted(
  pending: PendingTransaction[],
  { order_by: by = 'age', order = 'desc', ...filter }: Filter & { order_by?: string; order?: string },
): PendingTransaction[] {
  const sign = order === 'asc' ? 1 : -1;
  const isWhole = [filter.sender_address, filter.recipient_address, filter.address].every((name) => name === undefined);
  if (by === 'age' && isWhole) return pending.sort((a, b) => sign * compareReceipts(a, b));
  const key = by === 'fee' ? feeOf : by === 'size' ? sizeOf : ({ since }: PendingTransaction) => since;
  return pending.sort((a, b) => sign * (key(a) - key(b)));
}

function feeOf({ transaction }: PendingTransaction): number {
  return Number(transactionFee(transaction));
}

function sizeOf({ rawTx }: PendingTransaction): number {
  return without0x(rawTx).length / 2;
}

function byType(pending: readonly PendingTransaction[]): Map<TxType, PendingTransaction[]> {
  const groups = new Map<TxType, PendingTransaction[]>();
  for (const entry of pending) {
    const type = txType(entry.transaction);
    groups.set(type, [...(groups.get(type) ?? []), entry]);
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
