import type { TransactionRecord } from '../../history/chain/records.js';
import { outcomeOf } from '../../history/lookup/outcome.js';
import { affectedBalances, type BalanceChange, balanceChanges, changeCursor, stxOf } from '../accounts/involvement.js';
import type { ApiContext } from '../context.js';
import { badRequest } from '../errors.js';
import { normalTxid } from '../find.js';
import { isPrincipal } from '../is-principal.js';
import { countWhile, cursorPage, newestFirstCursorPage, page } from '../pages.js';
import { pendingCursor, pendingPage } from '../pending-page.js';
import { stakingOf } from '../pox/staking.js';
import type { Routes } from '../route.js';
import { flag, LIMITS, limit, limitV3, offset, principal, principalV3, transactionId } from '../schemas.js';
import { showStakingSummary } from '../show/staking.js';
import { showPending } from '../show/transaction.js';
import { showSummaryV3 } from '../show/transaction-v3.js';
import { isActive, isActiveOrPending, isKnownTransaction } from '../tagged.js';
import { cursorOf, transactionCursor, upToCursor } from '../transaction-cursor.js';

/** What principals did, in v3, and their pending transactions. */
export const addPrincipalRoutes: Routes = (get) => {
  get(
    '/extended/v3/principals/:principal/transactions',
    {
      summary: 'Transactions of a principal',
      params: { principal: principalV3 },
      query: { limit: limitV3(...LIMITS.transaction), cursor: transactionCursor },
      etag: isActive,
    },
    ({ params: { principal: name }, query: { limit: count = 20, cursor }, lookup }) => {
      const list = lookup.accounts.find(name)?.transactions ?? [];
      const { items, envelope } = newestFirstCursorPage(list, upToCursor(list, cursor), count, cursorOf);
      return { ...envelope, results: items.flatMap((record) => showInvolvement(record, name) ?? []) };
    },
  );

  get(
    '/extended/v3/principals/:principal/transactions/:tx_id/balance-changes',
    {
      summary: 'What a transaction moved for a principal',
      params: { principal: principalV3, tx_id: transactionId },
      query: { limit: limitV3(...LIMITS.transaction), cursor: { type: 'string', pattern: '^[0-9]+:\\S+$' } },
      etag: isKnownTransaction,
    },
    ({ params: { principal: name, tx_id: id }, query: { limit: count = 20, cursor }, ...context }) => {
      const changes = changesOf(context, [id], name);
      const start = cursor === undefined ? 0 : countWhile(changes, ({ change }) => changeCursor(change) < cursor);
      const { items, envelope } = cursorPage(changes, start, count, ({ change }) => changeCursor(change));
      return { ...envelope, results: items.map(({ change }) => showChange(change)) };
    },
  );

  get(
    '/extended/v3/principals/:principal/balance-changes',
    {
      summary: 'What several transactions moved for a principal',
      params: { principal: principalV3 },
      query: {
        limit: limitV3(...LIMITS.transaction),
        cursor: { type: 'string', pattern: '^[0-9]+:[0-9]+:[0-9]+:[0-9]+:\\S+$' },
        tx_id: { type: 'array', items: transactionId, minItems: 1, maxItems: 20 },
      },
      required: ['tx_id'],
      etag: isActive,
    },
    ({ params: { principal: name }, query: { tx_id: ids = [], limit: count = 20, cursor }, ...context }) => {
      const changes = changesOf(context, ids, name);
      const full = ({ record, change }: (typeof changes)[number]): string => `${cursorOf(record)}:${changeCursor(change)}`;
      const at = cursor === undefined ? 0 : changes.findIndex((item) => full(item) === cursor);
      const { items, envelope } = cursorPage(changes, at === -1 ? changes.length : at, count, full);
      return { ...envelope, results: items.map(({ record, change }) => ({ tx_id: record.txid, ...showChange(change) })) };
    },
  );

  get(
    '/extended/v3/principals/:principal/mempool/transactions',
    {
      summary: 'Pending transactions of a principal',
      params: { principal: principalV3 },
      query: { limit: limitV3(...LIMITS.transaction), cursor: pendingCursor },
      etag: isActiveOrPending,
    },
    ({ params: { principal: name }, query: { limit: count = 20, cursor }, history: { mempool } }) =>
      pendingPage(mempool.list(`party ${name}`), count, cursor),
  );

  get(
    '/extended/v1/address/:principal/mempool',
    {
      summary: 'Pending transactions of an account',
      params: { principal },
      query: { limit: limit(...LIMITS.transaction), offset, unanchored: flag, exclude_function_args: flag },
      deprecated: true,
      etag: isActiveOrPending,
    },
    async ({ params: { principal: name }, query, ...context }) => {
      if (!isPrincipal(name)) throw badRequest('Invalid query parameter, not a valid principal');
      const count = query.limit || 20;
      const skipped = query.offset ?? 0;
      // Those of the same second stay in the order of arrival, as in the API.
      const list = context.history.mempool.list(`party ${name}`).sorted('age desc');
      const results: object[] = [];
      for (const pending of page(list, count, skipped)) {
        results.push(await showPending(context, pending, { withoutArguments: query.exclude_function_args }));
      }
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : list.length, results };
    },
  );

  get(
    '/extended/v3/principals/:principal/staking',
    { summary: 'What a principal has staked in pox-5', params: { principal: principalV3 }, etag: true },
    ({ params, lookup }) => showStakingSummary(stakingOf(lookup.pox5.list), params.principal, lookup.chain.tip?.facts.burnHeight ?? 0),
  );
};

function showInvolvement(record: TransactionRecord, name: string): object | undefined {
  const outcome = outcomeOf(record);
  if (outcome === undefined) return undefined;
  const { sent, received } = stxOf(outcome, name);
  const involvement = outcome.sender === name ? 'sender' : outcome.payer === name ? 'sponsor' : 'affected';
  return {
    transaction: showSummaryV3(outcome),
    involvement,
    balance_changes: { stx: { sent: `${sent}`, received: `${received}`, net: `${received - sent}` } },
    affected_balances: affectedBalances(outcome, name),
  };
}

/** The changes by canonical transactions, newest first. */
function changesOf(
  { history: { chain } }: ApiContext,
  ids: readonly string[],
  name: string,
): { record: TransactionRecord; change: BalanceChange }[] {
  return [...new Set(ids.map(normalTxid))]
    .flatMap((id) => chain.transaction(id) ?? [])
    .filter(({ block }) => chain.isCanonical(block))
    .sort((a, b) => b.block.height - a.block.height || b.index - a.index)
    .flatMap((record) => {
      const outcome = outcomeOf(record);
      return outcome === undefined ? [] : balanceChanges(outcome, name).map((change) => ({ record, change }));
    });
}

function showChange({ kind, asset, sent, received }: BalanceChange): object {
  return {
    asset: kind === 'stx' ? { type: kind } : { type: kind, identifier: asset },
    balance_change: { sent: `${sent}`, received: `${received}`, net: `${received - sent}` },
  };
}
