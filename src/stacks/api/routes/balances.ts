import type { BlockRecord } from '../../history/chain/records.js';
import type { Flow } from '../../history/lookup/accounts.js';
import { outcomeOf } from '../../history/lookup/outcome.js';
import { lockAt, pendingStx, type StxTotals, stxTotals, stxTotalsAt } from '../accounts/stx-balance.js';
import { untilBlock } from '../accounts/until.js';
import type { ApiContext } from '../context.js';
import { checkPrincipal } from '../find.js';
import { countWhile, cursorPage, page } from '../pages.js';
import type { Routes } from '../route.js';
import { assetIdentifier, flag, LIMITS, limit, limitV3, offset, principal, principalV3, text } from '../schemas.js';
import { showValue } from '../show/clarity.js';
import { isActive, isActiveOrPending } from '../tagged.js';

const until = { unanchored: flag, until_block: text };

/** What accounts hold, in all versions. */
export const addBalanceRoutes: Routes = (get) => {
  get(
    '/extended/v1/address/:principal/stx',
    { summary: 'STX of an account', params: { principal }, query: until, deprecated: true, etag: isActiveOrPending },
    ({ params, query, ...context }) => showStx(context, checkPrincipal(params.principal), query),
  );

  get(
    '/extended/v1/address/:principal/balances',
    { summary: 'STX and tokens of an account', params: { principal }, query: until, deprecated: true, etag: isActiveOrPending },
    async ({ params, query, ...context }) => {
      const name = checkPrincipal(params.principal);
      const block = untilBlock(context, query.until_block, query.unanchored);
      const { fungible, nonFungible } =
        block === undefined ? (context.lookup.accounts.find(name) ?? NO_TOKENS) : tokensAt(context, name, block);
      return {
        stx: await showStx(context, name, query),
        fungible_tokens: showFlows(fungible, 'balance'),
        non_fungible_tokens: showFlows(nonFungible, 'count'),
      };
    },
  );

  get(
    '/extended/v2/addresses/:principal/balances/stx',
    {
      summary: 'STX of an account',
      params: { principal },
      query: { include_mempool: flag },
      deprecated: true,
      etag: (context, params, query) => (query.include_mempool ? isActiveOrPending : isActive)(context, params),
    },
    async ({ params, query, ...context }) => {
      const name = checkPrincipal(params.principal);
      const totals = await stxTotals(context, name);
      return {
        balance: `${totals.balance}`,
        total_miner_rewards_received: `${totals.rewards}`,
        ...showLock(context, name, context.history.chain.tip),
        ...(query.include_mempool && showPending(context, name, totals)),
      };
    },
  );

  get(
    '/extended/v2/addresses/:principal/balances/ft',
    {
      summary: 'Fungible tokens of an account',
      params: { principal },
      query: { limit: limit(...LIMITS.balance), offset },
      deprecated: true,
      etag: isActive,
    },
    ({ params, query, lookup }) => {
      const count = query.limit || 100;
      const skipped = query.offset ?? 0;
      const held = holdings(lookup.accounts.find(checkPrincipal(params.principal))?.fungible).sort((a, b) =>
        a.asset.toLowerCase() < b.asset.toLowerCase() ? -1 : 1,
      );
      const results = page(held, count, skipped).map(({ asset, balance }) => ({ token: asset, balance: `${balance}` }));
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : held.length, results };
    },
  );

  get(
    '/extended/v2/addresses/:principal/balances/ft/:token',
    { summary: 'One fungible token of an account', params: { principal, token: text }, deprecated: true, etag: isActive },
    async ({ params, ...context }) => {
      const name = checkPrincipal(params.principal);
      // The API keeps STX as one token among the others.
      const isStx = params.token === 'stx';
      const balance = isStx
        ? (await stxTotals(context, name)).balance
        : balanceOf(context.lookup.accounts.find(name)?.fungible.get(params.token));
      return { balance: `${balance}` };
    },
  );

  get(
    '/extended/v3/principals/:principal/balances/stx',
    { summary: 'STX of a principal', params: { principal: principalV3 }, etag: isActiveOrPending },
    async ({ params: { principal: name }, ...context }) => {
      const { balance } = await stxTotals(context, name);
      const { tip } = context.history.chain;
      const lock = tip && lockAt(context.lookup.accounts.find(name), tip);
      const available = balance - (lock?.amount ?? 0n);
      const { inbound, outbound } = pendingStx(context, name);
      const isPending = inbound > 0n || outbound > 0n;
      return {
        balance: `${balance}`,
        available: `${available}`,
        locked:
          lock === undefined
            ? null
            : {
                amount: `${lock.amount}`,
                pox_version: lock.version,
                lock_tx_id: lock.txid,
                stacks_lock_height: lock.height,
                burn_lock_height: lock.burnHeight,
                burn_unlock_height: lock.unlockHeight,
              },
        mempool: isPending
          ? { estimated_balance: `${available + inbound - outbound}`, inbound: `${inbound}`, outbound: `${outbound}` }
          : null,
      };
    },
  );

  get(
    '/extended/v3/principals/:principal/balances/ft',
    {
      summary: 'Fungible tokens of a principal',
      params: { principal: principalV3 },
      query: { limit: limitV3(...LIMITS.balance), cursor: { type: 'string', pattern: '^\\d+:.+$' } },
      etag: isActive,
    },
    ({ params, query: { limit: count = 100, cursor }, lookup }) => {
      const held = holdings(lookup.accounts.find(params.principal)?.fungible).sort(byBalance);
      const { items, envelope } = cursorPage(held, ftStart(held, cursor), count, ({ asset, balance }) => `${balance}:${asset}`);
      return { ...envelope, results: items.map(({ asset, balance }) => ({ asset_identifier: asset, balance: `${balance}` })) };
    },
  );

  get(
    '/extended/v3/principals/:principal/balances/ft/:asset_identifier',
    { summary: 'One fungible token of a principal', params: { principal: principalV3, asset_identifier: assetIdentifier }, etag: isActive },
    ({ params, lookup }) => {
      const flow = lookup.accounts.find(params.principal)?.fungible.get(params.asset_identifier);
      return { asset_identifier: params.asset_identifier, balance: `${balanceOf(flow)}` };
    },
  );

  get(
    '/extended/v3/principals/:principal/balances/nft',
    {
      summary: 'Non-fungible tokens of a principal',
      params: { principal: principalV3 },
      query: { limit: limitV3(...LIMITS.balance), cursor: { type: 'string', pattern: '^0x[0-9a-fA-F]*:.+$' } },
      etag: isActive,
    },
    ({ params, query: { limit: count = 100, cursor }, lookup }) => {
      const key = (asset: string, value: string): string => `${asset}\n${value}`;
      const held = lookup.tokens
        .held(params.principal)
        .map(({ asset, value }) => ({ asset, value, key: key(asset, value) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
      const [value = '', ...asset] = cursor?.split(':') ?? [];
      const from = key(asset.join(':'), value.toLowerCase());
      const start = cursor === undefined ? 0 : countWhile(held, (item) => item.key < from);
      const { items, envelope } = cursorPage(held, start, count, (item) => `${item.value}:${item.asset}`);
      return { ...envelope, results: items.map((item) => ({ asset_identifier: item.asset, value: showValue(item.value) })) };
    },
  );
};

const NO_TOKENS = { fungible: new Map<string, Flow>(), nonFungible: new Map<string, Flow>() };

/** The balance of v1; pending payments only at the tip. */
async function showStx(context: ApiContext, name: string, query: { until_block?: string; unanchored?: boolean }): Promise<object> {
  const block = untilBlock(context, query.until_block, query.unanchored);
  const totals = block === undefined ? await stxTotals(context, name) : stxTotalsAt(context, name, block);
  return {
    ...showTotals(totals),
    ...showLock(context, name, block ?? context.history.chain.tip),
    // As in the API, an empty text counts as given, although it names no block.
    ...(query.until_block === undefined && showPending(context, name, totals)),
  };
}

export function showTotals({ balance, sent, received, fees, rewards }: StxTotals): object {
  return {
    balance: `${balance}`,
    total_sent: `${sent}`,
    total_received: `${received}`,
    total_fees_sent: `${fees}`,
    total_miner_rewards_received: `${rewards}`,
  };
}

export function showLock({ lookup }: ApiContext, name: string, block: BlockRecord | undefined): object {
  const lock = block && lockAt(lookup.accounts.find(name), block);
  return {
    lock_tx_id: lock?.txid ?? '',
    locked: `${lock?.amount ?? 0}`,
    lock_height: lock?.height ?? 0,
    burnchain_lock_height: lock?.burnHeight ?? 0,
    burnchain_unlock_height: lock?.unlockHeight ?? 0,
  };
}

function showPending(context: ApiContext, name: string, { balance }: StxTotals): object {
  const { inbound, outbound } = pendingStx(context, name);
  return {
    estimated_balance: `${balance + inbound - outbound}`,
    pending_balance_inbound: `${inbound}`,
    pending_balance_outbound: `${outbound}`,
  };
}

function showFlows(flows: ReadonlyMap<string, Flow>, name: 'balance' | 'count'): object {
  return Object.fromEntries(
    [...flows].map(([asset, flow]) => [
      asset,
      { [name]: `${balanceOf(flow)}`, total_sent: `${flow.sent}`, total_received: `${flow.received}` },
    ]),
  );
}

function tokensAt({ lookup }: ApiContext, name: string, { height }: BlockRecord): typeof NO_TOKENS {
  const tokens = { fungible: new Map<string, Flow>(), nonFungible: new Map<string, Flow>() };
  for (const { record, index } of lookup.accounts.find(name)?.movements ?? []) {
    if (record.block.height > height) break;
    const event = outcomeOf(record)?.events.at(index);
    if (event?.kind !== 'ft' && event?.kind !== 'nft') continue;
    const flows = event.kind === 'ft' ? tokens.fungible : tokens.nonFungible;
    const flow = flows.get(event.asset) ?? { sent: 0n, received: 0n, events: 0 };
    const amount = event.kind === 'ft' ? event.amount : 1n;
    if (event.sender === name) flow.sent += amount;
    if (event.recipient === name) flow.received += amount;
    flows.set(event.asset, flow);
  }
  return tokens;
}

type Holding = { asset: string; balance: bigint };

function holdings(flows: ReadonlyMap<string, Flow> | undefined): Holding[] {
  return [...(flows ?? [])].map(([asset, flow]) => ({ asset, balance: balanceOf(flow) })).filter(({ balance }) => balance !== 0n);
}

function balanceOf(flow: Flow | undefined): bigint {
  return flow === undefined ? 0n : flow.received - flow.sent;
}

/** The largest balance first. */
function byBalance(a: Holding, b: Holding): number {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1;
  return a.asset < b.asset ? -1 : 1;
}

function ftStart(held: readonly Holding[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const at = cursor.indexOf(':');
  const from = { balance: BigInt(cursor.slice(0, at)), asset: cursor.slice(at + 1) };
  return countWhile(held, (item) => byBalance(item, from) < 0);
}
