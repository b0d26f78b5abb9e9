import { UNDONE } from '../../history/chain/mempool.js';
import { PendingTransaction } from '../../history/chain/pending-transaction.js';
import type { TransactionRecord } from '../../history/chain/records.js';
import { outcomeOf } from '../../history/lookup/outcome.js';
import type { ApiContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import { checkHex, normalTxid } from '../find.js';
import { cursorPage } from '../pages.js';
import { type Routes, redirect } from '../route.js';
import { flag, LIMITS, limit, limitV3, offset, transactionId, word } from '../schemas.js';
import { showEventV3 } from '../show/events.js';
import { type ShowOptions, showPending, showTransaction } from '../show/transaction.js';
import { showPendingV3, showTransactionV3 } from '../show/transaction-v3.js';
import { isKnownTransaction } from '../tagged.js';

const INCLUDE = word('function_args', 'source_code', 'post_conditions', 'result');
const txId = { tx_id: transactionId };

/** A single transaction, in a block or not. */
export const addTransactionRoutes: Routes = (get) => {
  get(
    '/extended/v1/tx/multiple',
    {
      summary: 'Several transactions',
      query: {
        tx_id: { type: 'array', items: transactionId },
        event_limit: limit(20, 100),
        event_offset: offset,
        unanchored: flag,
        exclude_function_args: flag,
      },
      required: ['tx_id'],
      etag: true,
    },
    async ({ query, ...context }) => {
      const options = { events: eventPage(query), withoutArguments: query.exclude_function_args };
      const answers: [string, object][] = [];
      for (const id of query.tx_id ?? []) checkHex(id);
      for (const id of query.tx_id ?? []) {
        const found = await findTransaction(context, id, options);
        answers.push([
          normalTxid(id),
          found === undefined ? { found: false, result: { tx_id: normalTxid(id) } } : { found: true, result: found },
        ]);
      }
      return Object.fromEntries(answers);
    },
  );

  get(
    '/extended/v1/tx/:tx_id',
    {
      summary: 'A transaction with its state',
      params: txId,
      query: { event_limit: limit(20, 100), event_offset: offset, unanchored: flag, exclude_function_args: flag },
      redirect: 302,
      deprecated: true,
      etag: isKnownTransaction,
    },
    async ({ params, query, url, ...context }) => {
      if (!params.tx_id.startsWith('0x')) return redirect(`/extended/v1/tx/0x${params.tx_id}${searchOf(url)}`, 302);
      const options = { events: eventPage(query), withoutArguments: query.exclude_function_args };
      const found = await findTransaction(context, params.tx_id, options);
      if (found === undefined) throw notFound('could not find transaction by ID');
      return found;
    },
  );

  get(
    '/extended/v1/tx/:tx_id/raw',
    {
      summary: 'The bytes of a transaction',
      params: txId,
      // Nobody reads them, but the API checks them.
      query: { event_limit: limit(...LIMITS.event), event_offset: offset },
      redirect: 302,
      deprecated: true,
      etag: isKnownTransaction,
    },
    ({ params, history }) => {
      if (!params.tx_id.startsWith('0x')) return redirect(`/extended/v1/tx/0x${params.tx_id}/raw`, 302);
      const id = normalTxid(params.tx_id);
      const pending = history.mempool.find(id) ?? history.mempool.findLeft(id)?.pending;
      const raw = history.chain.transaction(id)?.receipt().rawTx ?? pending?.rawTx;
      if (raw === undefined) throw notFound('could not find raw transaction by ID');
      return { raw_tx: raw };
    },
  );

  get(
    '/extended/v3/transactions/:tx_id',
    {
      summary: 'A transaction with its state',
      params: txId,
      query: { include: { type: 'array', items: INCLUDE, uniqueItems: true } },
      etag: isKnownTransaction,
    },
    ({ params, query, ...context }) => {
      const id = normalTxid(params.tx_id);
      const { chain, mempool } = context.history;
      const record = chain.transaction(id);
      const include = query.include ?? [];
      const outcome = record !== undefined && chain.isCanonical(record.block) ? outcomeOf(record) : undefined;
      if (outcome !== undefined) return showTransactionV3(context, outcome, include);
      const pending = mempool.find(id);
      if (pending === undefined) throw notFound('Transaction not found');
      return showPendingV3(pending, include);
    },
  );

  get(
    '/extended/v3/transactions/:tx_id/events',
    {
      summary: 'The events of a transaction',
      params: txId,
      query: { limit: limitV3(20, 100), cursor: { type: 'string', pattern: '^[0-9]+$' } },
      etag: isKnownTransaction,
    },
    ({ params, query: { limit: count = 20, cursor = '0' }, history: { chain } }) => {
      const record = chain.transaction(normalTxid(params.tx_id));
      const outcome = record !== undefined && chain.isCanonical(record.block) ? outcomeOf(record) : undefined;
      if (outcome === undefined) throw badRequest('Transaction not found');
      const { events } = outcome;
      const start = Number(cursor);
      const { items, envelope } = cursorPage(events, start, count, (_, index) => `${index}`);
      return { ...envelope, total: events.length, results: items.map((event, place) => showEventV3(event, start + place)) };
    },
  );
};

/** A transaction in v1: of the canonical chain, of the mempool, or dropped, as one of a block that left the chain is. */
async function findTransaction(context: ApiContext, text: string, options: ShowOptions): Promise<object | undefined> {
  const { chain, mempool } = context.history;
  const id = normalTxid(text);
  const record = chain.transaction(id);
  if (record !== undefined && chain.isCanonical(record.block)) return showTransaction(context, record, options);
  const pending = mempool.find(id);
  if (pending !== undefined) return showPending(context, pending, options);
  const dropped = mempool.findLeft(id);
  if (dropped?.pending !== undefined) return showPending(context, dropped.pending, options, dropped);
  return record === undefined ? undefined : showUndone(context, record, options);
}

/** A transaction of a block that left the chain, which no block has taken since. */
async function showUndone(context: ApiContext, record: TransactionRecord, options: ShowOptions): Promise<object> {
  const { height, time, burnTime = time } = record.block.facts;
  if (outcomeOf(record) === undefined) return { tx_id: record.txid };
  const { txid, rawTx } = record.receipt();
  return showPending(context, new PendingTransaction({ txid, rawTx, since: burnTime, height }), options, { reason: UNDONE });
}

function eventPage(query: { event_limit?: number; event_offset?: number }): { limit: number; offset: number } {
  // No limit means the default.
  return { limit: query.event_limit || 20, offset: query.event_offset ?? 0 };
}

function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}
