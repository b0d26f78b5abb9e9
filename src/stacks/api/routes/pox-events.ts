import type { PoxEvent } from '../../history/lookup/pox-events.js';
import type { ApiContext } from '../context.js';
import { notFound } from '../errors.js';
import { checkHex, checkPrincipal, normalTxid } from '../find.js';
import { newestFirst, page } from '../pages.js';
import { showPoxAddress } from '../pox/address.js';
import { poxField, showPoxEvent } from '../pox/show-event.js';
import { type Routes, redirect } from '../route.js';
import { flag, LIMITS, limit, offset, principal, text, word } from '../schemas.js';

const pox = word('pox2', 'pox3', 'pox4');
const CONTRACTS = { pox2: 'pox-2', pox3: 'pox-3', pox4: 'pox-4' } as const;
const PATH = '/extended/v1/:pox(pox\\d)';

/** What happened in the PoX contracts. */
export const addPoxEventRoutes: Routes = (get) => {
  for (const old of ['/extended/v1/pox4_events', '/extended/v1/pox4_events/*']) {
    get(old, { summary: 'Moved to /extended/v1/pox4', redirect: 302 }, ({ url }) =>
      redirect(
        url.replace(/\/pox4_events(\/?)/, (_all, slash: string) => (slash === '' ? '/pox4/events' : '/pox4/')),
        302,
      ),
    );
  }

  get(
    `${PATH}/events`,
    { summary: 'Events of a PoX contract', params: { pox }, query: { limit: limit(...LIMITS.poxEvent), offset }, etag: true },
    ({ params, query, lookup }) => {
      const count = query.limit || LIMITS.poxEvent[0];
      const skipped = query.offset ?? 0;
      return {
        limit: count,
        offset: skipped,
        results: newestFirst(lookup.pox.of(CONTRACTS[params.pox]), count, skipped).map(showPoxEvent),
      };
    },
  );

  get(
    `${PATH}/tx/:tx_id`,
    { summary: 'PoX events of a transaction', params: { pox, tx_id: text }, etag: true },
    ({ params, lookup, history }) => {
      const txid = normalTxid(checkHex(params.tx_id));
      if (history.chain.transaction(txid) === undefined) throw notFound('could not find transaction by ID');
      return showAll(lookup.pox.of(CONTRACTS[params.pox]).filter(({ record }) => record.txid === txid));
    },
  );

  get(
    `${PATH}/stacker/:principal`,
    { summary: 'PoX events of a stacker', params: { pox, principal }, etag: true },
    ({ params, lookup }) => {
      const stacker = checkPrincipal(params.principal);
      return showAll(lookup.pox.of(CONTRACTS[params.pox]).filter((event) => event.stacker === stacker));
    },
  );

  get(
    `${PATH}/:pool_principal/delegations`,
    {
      summary: 'Members of a pool',
      params: { pox, pool_principal: text },
      query: {
        limit: limit(...LIMITS.stacker),
        offset,
        after_block: { type: 'integer', minimum: 1 },
        height: { type: 'integer', minimum: 1 },
        unanchored: flag,
      },
      etag: true,
    },
    ({ params, query, ...context }) => {
      const pool = checkPrincipal(params.pool_principal);
      const count = query.limit || LIMITS.stacker[0];
      const skipped = query.offset ?? 0;
      const members = membersOf(context, CONTRACTS[params.pox], pool, query);
      const results = page(members, count, skipped).map(showMember);
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : members.length, results };
    },
  );
};

function showAll(events: readonly PoxEvent[]): object {
  return { results: [...events].reverse().map(showPoxEvent) };
}

/** The last delegations to a pool that are neither revoked nor over, newest first. @throws ApiError 404 for an unknown height */
function membersOf(
  { lookup, history: { chain } }: ApiContext,
  contract: string,
  pool: string,
  query: { after_block?: number; height?: number; unanchored?: boolean },
): PoxEvent[] {
  const tip = chain.tip?.height ?? 0;
  // Without anchor means the block to come, of which the API knows nothing.
  const height = query.height ?? (query.unanchored ? tip + 1 : tip);
  const block = chain.at(height);
  if (block === undefined) throw notFound(`no block at height: ${height}`);
  const members = new Map<string, PoxEvent>();
  for (const event of lookup.pox.of(contract)) {
    const at = event.record.block.height;
    if (!['delegate-stx', 'revoke-delegate-stx'].includes(event.name) || poxField(event, 'delegate-to') !== pool) continue;
    if (at > block.height || at <= (query.after_block ?? 0)) continue;
    const until = poxField(event, 'unlock-burn-height');
    if (until !== undefined && Number(until) <= block.facts.burnHeight) continue;
    members.delete(event.stacker);
    members.set(event.stacker, event);
  }
  return [...members.values()].filter(({ name }) => name === 'delegate-stx').reverse();
}

function showMember(event: PoxEvent): object {
  const until = poxField(event, 'unlock-burn-height');
  return {
    stacker: event.stacker,
    ...(event.address && { pox_addr: showPoxAddress(event.address) }),
    amount_ustx: poxField(event, 'amount-ustx'),
    ...(until !== undefined && { burn_block_unlock_height: Number(until) }),
    block_height: event.record.block.height,
    tx_id: event.record.txid,
  };
}
