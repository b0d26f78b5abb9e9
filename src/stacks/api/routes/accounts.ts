import type { Account } from '../../history/lookup/accounts.js';
import { byPlace, type EventRef } from '../../history/lookup/event-ref.js';
import type { List } from '../../history/lookup/number-list.js';
import {
  contractOf,
  decodeOutcome,
  type Outcome,
  outcomeOf,
  participants,
  parties,
  recipientOf,
  stateEvents,
} from '../../history/lookup/outcome.js';
import type { StateEvent } from '../../history/lookup/token-event.js';
import { eventCounts, stxOf } from '../accounts/involvement.js';
import { noncesAt, readNonces } from '../accounts/nonces.js';
import { showTransfers } from '../accounts/transfers.js';
import { blockRange, inRange } from '../accounts/until.js';
import type { ApiContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import { blockByHash, checkPrincipal, normalTxid } from '../find.js';
import { countWhile, newestFirst, page } from '../pages.js';
import type { Routes } from '../route.js';
import { addressV3, flag, LIMITS, limit, offset, principal, text, transactionId } from '../schemas.js';
import { showValue } from '../show/clarity.js';
import { showEvent } from '../show/events.js';
import { showTransaction } from '../show/transaction.js';
import { isActive, isActiveOrPending, isKnownTransaction } from '../tagged.js';
import { choose, showAll } from './transaction-lists.js';

const SEQUENCE = 2_147_483_647;
/** A height that no block can have is refused later, as in the API. */
const anyHeight = { type: 'integer' } as const;
const range = { limit: limit(...LIMITS.transaction), offset, height: anyHeight, unanchored: flag, until_block: text };

/** What accounts did, in v1 and v2. */
export const addAccountRoutes: Routes = (get) => {
  get(
    '/extended/v1/address/:principal/transactions',
    {
      summary: 'Transactions of an account',
      params: { principal },
      query: { ...range, exclude_function_args: flag },
      deprecated: true,
      etag: isActive,
    },
    async ({ params, query, ...context }) => {
      const name = checkPrincipal(params.principal);
      const { count, skipped } = paging(query);
      const all = context.lookup.accounts.find(name)?.transactions ?? [];
      const list = inRange(all, blockRange(context, query), ({ block }) => block);
      const shown = newestFirst(list, count, skipped);
      const results = await showAll(context, shown, { withoutArguments: query.exclude_function_args });
      return { limit: count, offset: skipped, total: shown.length === 0 ? 0 : list.length, results };
    },
  );

  get(
    '/extended/v1/address/:principal/transactions_with_transfers',
    {
      summary: 'Transactions of an account with their transfers',
      params: { principal },
      query: range,
      deprecated: true,
      etag: isActive,
    },
    async ({ params, query, ...context }) => {
      const name = checkPrincipal(params.principal);
      const { count, skipped } = paging(query);
      const own = context.lookup.accounts.find(name)?.transactions ?? [];
      const all = await context.remember(`with transfers ${name}`, async (turn) => [
        ...(await choose(ofGenesis(context), (record) => concerns(decodeOutcome(record), name), turn)),
        ...(await choose(own, (record) => !isSponsorOnly(decodeOutcome(record), name), turn)),
      ]);
      const list = inRange(all, blockRange(context, query), ({ block }) => block);
      const results: object[] = [];
      // Those of one block are not paged, as in the API.
      for (const record of query.height ? [...list].reverse() : newestFirst(list, count, skipped)) {
        const outcome = outcomeOf(record);
        if (outcome !== undefined) results.push({ tx: await showTransaction(context, record), ...showTransfers(outcome, name) });
      }
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : list.length, results };
    },
  );

  get(
    '/extended/v1/address/:principal/:tx_id/with_transfers',
    {
      summary: 'One transaction of an account with its STX transfers',
      params: { principal, tx_id: text },
      deprecated: true,
      etag: isKnownTransaction,
    },
    async ({ params, ...context }) => {
      const name = checkPrincipal(params.principal);
      const { chain } = context.history;
      const record = chain.transaction(normalTxid(params.tx_id));
      const outcome = record !== undefined && chain.isCanonical(record.block) ? outcomeOf(record) : undefined;
      const isConcerned =
        outcome !== undefined &&
        ([outcome.sender, recipientOf(outcome.transaction), contractOf(outcome.transaction)].includes(name) ||
          stateEvents(outcome.events).some((event) => event.kind === 'stx' && parties(event).includes(name)));
      if (record === undefined || outcome === undefined || !isConcerned) throw notFound('No matching transaction found');
      const { stx_sent, stx_received, stx_transfers } = showTransfers(outcome, name);
      return { tx: await showTransaction(context, record), stx_sent, stx_received, stx_transfers };
    },
  );

  get(
    '/extended/v1/address/:principal/assets',
    {
      summary: 'Movements of STX and tokens of an account',
      params: { principal },
      query: { limit: limit(...LIMITS.event), offset, unanchored: flag, until_block: text },
      deprecated: true,
      etag: isActive,
    },
    ({ params, query, ...context }) => {
      const name = checkPrincipal(params.principal);
      const count = query.limit || 20;
      const skipped = query.offset ?? 0;
      const list = inRange(
        assetEvents(context.lookup.accounts.find(name)),
        blockRange(context, { ...query, height: 0 }),
        ({ record }) => record.block,
      );
      const results = newestFirst(list, count, skipped).flatMap(({ record, index }) => {
        const event = outcomeOf(record)?.events.at(index);
        return event === undefined ? [] : [showEvent(event, index, record.txid)];
      });
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : list.length, results };
    },
  );

  get(
    '/extended/v1/address/:principal/stx_inbound',
    { summary: 'STX that an account received', params: { principal }, query: range, deprecated: true, etag: isActive },
    async ({ params, query, ...context }) => {
      const name = checkPrincipal(params.principal);
      const { count, skipped } = paging(query);
      const range = blockRange(context, query);
      const all = [...ofGenesis(context), ...(context.lookup.accounts.find(name)?.transactions ?? [])];
      const list = inRange(all, range, ({ block }) => block);
      const transfers = await context.remember(`inbound ${name} ${range.from} ${range.to}`, async (turn) => {
        const found: object[] = [];
        for (const record of list) {
          found.push(...inbound(decodeOutcome(record), name));
          await turn();
        }
        return found;
      });
      const results = newestFirst(transfers, count, skipped);
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : transfers.length, results };
    },
  );

  get(
    '/extended/v1/address/:principal/nonces',
    {
      summary: 'The nonces of an account, where stacks.js asks first',
      params: { principal },
      query: { block_height: { type: 'integer', minimum: 1 }, block_hash: text },
      deprecated: true,
      etag: isActiveOrPending,
    },
    async ({ params, query, ...context }) => {
      const name = checkPrincipal(params.principal);
      const { lastExecuted, lastPending, next, missing, pending } = await nonces(context, name, query);
      return {
        last_mempool_tx_nonce: lastPending,
        last_executed_tx_nonce: lastExecuted,
        possible_next_nonce: next,
        detected_missing_nonces: missing,
        detected_mempool_nonces: pending,
      };
    },
  );

  get(
    '/extended/v3/principals/:principal/nonces',
    { summary: 'The nonces of an account', params: { principal: addressV3 }, etag: isActiveOrPending },
    async ({ params, ...context }) => {
      const { lastExecuted, lastPending, next, missing, pending } = await readNonces(context, params.principal);
      return {
        next_nonce: next,
        last_confirmed_nonce: lastExecuted,
        mempool: { last_nonce: lastPending, pending_nonces: pending, missing_nonces: missing },
      };
    },
  );

  get(
    '/extended/v2/addresses/:address/transactions',
    {
      summary: 'Transactions of an account',
      params: { address: principal },
      query: { limit: limit(...LIMITS.transaction), offset, exclude_function_args: flag, cursor: text },
      deprecated: true,
      etag: isActive,
    },
    async ({ params: { address: name }, query, ...context }) => {
      const { limit: count = 20, offset: skipped = 0, cursor } = query;
      const all = context.lookup.accounts.find(name)?.transactions ?? [];
      const end = all.length - skipped - afterCursor(context, all, cursor);
      const first = Math.max(end - count, 0);
      const results: object[] = [];
      for (const record of all.slice(first, Math.max(end, 0)).reverse()) {
        const outcome = outcomeOf(record);
        if (outcome === undefined) continue;
        const { sent, received } = stxOf(outcome, name);
        const tx = await showTransaction(context, record, { abi: false, withoutArguments: query.exclude_function_args });
        results.push({ tx, stx_sent: `${sent}`, stx_received: `${received}`, events: eventCounts(outcome, name) });
      }
      const at = (index: number): string | null => {
        const record = index < 0 ? undefined : all.at(index);
        return record === undefined ? null : `${record.block.hash}:${SEQUENCE}:${record.index}`;
      };
      return {
        limit: count,
        offset: skipped,
        // The API counts on the rows of the page and the one after it.
        total: end > 0 ? all.length : 0,
        next_cursor: results.length === 0 ? null : at(end - 1 + count),
        prev_cursor: at(first - 1),
        cursor: results.length === 0 ? null : at(end - 1),
        results,
      };
    },
  );

  get(
    '/extended/v2/addresses/:address/transactions/:tx_id/events',
    {
      summary: 'Movements by a transaction that concern an account',
      params: { address: principal, tx_id: transactionId },
      query: { limit: limit(...LIMITS.transaction), offset },
      deprecated: true,
      etag: isKnownTransaction,
    },
    ({ params: { address: name, tx_id: id }, query, history: { chain } }) => {
      const { count, skipped } = paging(query);
      const record = chain.transaction(normalTxid(id));
      const outcome = record === undefined ? undefined : outcomeOf(record);
      if (record === undefined || outcome === undefined) throw notFound('Transaction not found');
      // As in the API, one of a block that left the chain is found, without events.
      const all = chain.isCanonical(record.block) ? outcome.events.others() : [];
      const events = [...all].flatMap(([index, event]) =>
        'action' in event && parties(event).includes(name) ? [showMovement(event, index)] : [],
      );
      const results = page(events, count, skipped);
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : events.length, results };
    },
  );
};

/** Movements and locks, oldest first. */
function assetEvents(account: Account | undefined): List<EventRef> {
  const { movements = [], locks = [] } = account ?? {};
  return locks.length === 0 ? movements : [...movements, ...locks].sort(byPlace);
}

/** No limit means the default. */
function paging({ limit: given, offset: skipped = 0 }: { limit?: number; offset?: number }): { count: number; skipped: number } {
  return { count: given || 20, skipped };
}

async function nonces(
  context: ApiContext,
  name: string,
  { block_height: at, block_hash: hash }: { block_height?: number; block_hash?: string },
) {
  if (at === undefined && !hash) return readNonces(context, name);
  if (at !== undefined && hash) throw badRequest('Multiple block query parameters specified');
  const { chain } = context.history;
  if (hash && !hash.startsWith('0x')) throw badRequest("Query parameter 'block_hash' is not a valid block hash hex string");
  const found = hash ? blockByHash(context, hash) : chain.at(at ?? 0);
  const identifier = hash ? { hash } : { height: at };
  if (found === undefined) throw notFound(`No block found for ${JSON.stringify(identifier)}`);
  return noncesAt(context, name, found.height);
}

function concerns(outcome: Outcome | undefined, name: string): boolean {
  return outcome !== undefined && participants(outcome).has(name) && !isSponsorOnly(outcome, name);
}

/** Whether somebody only pays the fee of a transaction. */
function isSponsorOnly(outcome: Outcome | undefined, name: string): boolean {
  if (outcome === undefined || outcome.payer !== name || outcome.sender === name) return false;
  return !stateEvents(outcome.events).some((event) => parties(event).includes(name)) && recipientOf(outcome.transaction) !== name;
}

/** The transactions of genesis. Of the lists of a principal, few have them, as in the API. */
function ofGenesis({ history: { chain } }: ApiContext): Outcome['record'][] {
  return chain.first?.transactions.filter(({ isGenesis }) => isGenesis) ?? [];
}

/** A plain transfer is listed twice: by its event, which has a memo, and by itself. */
function inbound(outcome: Outcome | undefined, name: string): object[] {
  if (outcome === undefined) return [];
  const { record, transaction, sender, events } = outcome;
  const place = { block_height: record.block.height, tx_id: record.txid, tx_index: record.index };
  const byEvents = stateEvents(events).flatMap((event) =>
    event.kind === 'stx' && event.recipient === name && event.memo !== undefined
      ? [{ sender: event.sender, amount: `${event.amount}`, memo: event.memo, ...place, transfer_type: 'stx-transfer-memo' }]
      : [],
  );
  const { payload } = transaction;
  if (payload.type !== 'transfer' || recipientOf(transaction) !== name) return byEvents;
  const memo = `0x${payload.memo.toString('hex')}`;
  return [...byEvents, { sender, amount: `${payload.amount}`, memo, ...place, transfer_type: 'stx-transfer' }];
}

function showMovement(event: Extract<StateEvent, { action: string }>, index: number): object {
  const { kind, action, sender, recipient } = event;
  const detail =
    kind === 'stx'
      ? { amount: `${event.amount}` }
      : kind === 'ft'
        ? { amount: `${event.amount}`, asset_identifier: event.asset }
        : { asset_identifier: event.asset, value: showValue(event.value) };
  return { type: kind, event_index: index, data: { type: action, ...detail, ...(sender && { sender }), ...(recipient && { recipient }) } };
}

/** How many transactions of a list are newer than the cursor `index block hash:sequence:index`. @throws ApiError 404 */
function afterCursor({ history: { chain } }: ApiContext, list: List<Outcome['record']>, cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  const [hash = '', sequence = '', index = '', ...more] = cursor.split(':');
  if (more.length > 0 || hash === '' || Number.isNaN(Number.parseInt(sequence, 10)) || Number.isNaN(Number.parseInt(index, 10))) {
    throw notFound('Invalid cursor format');
  }
  const block = chain.find(normalTxid(hash));
  if (block === undefined) throw notFound('Invalid cursor: block not found');
  const isNewer = (record: Outcome['record']): boolean =>
    record.block.height > block.height || (record.block.height === block.height && record.index > Number(index));
  return list.length - countWhile(list, (record) => !isNewer(record));
}
