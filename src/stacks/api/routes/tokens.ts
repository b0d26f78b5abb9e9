import { byPlace, type EventRef } from '../../history/lookup/event-ref.js';
import { outcomeOf } from '../../history/lookup/outcome.js';
import type { ApiContext } from '../context.js';
import { badRequest } from '../errors.js';
import { normalTxid } from '../find.js';
import { isPrincipal } from '../is-principal.js';
import { newestFirst, page } from '../pages.js';
import type { Routes } from '../route.js';
import { flag, LIMITS, limit, offset, principal, text } from '../schemas.js';
import { showValue } from '../show/clarity.js';
import { showTransaction } from '../show/transaction.js';

const paging = { limit: limit(...LIMITS.token), offset };

/** Who holds tokens, and what became of each. */
export const addTokenRoutes: Routes = (get) => {
  get(
    '/extended/v1/tokens/nft/holdings',
    {
      summary: 'Non-fungible tokens of a principal',
      query: { principal, asset_identifiers: { type: 'array', items: text }, ...paging, tx_metadata: flag },
      required: ['principal'],
      etag: true,
      deprecated: true,
    },
    async ({ query, ...context }) => {
      const { principal: owner = '', asset_identifiers: assets = [] } = query;
      if (!isPrincipal(owner)) throw badRequest('Invalid or missing principal');
      for (const asset of assets) checkAsset(asset, 'Invalid asset identifier');
      const held = context.lookup.tokens.held(owner).filter(({ asset }) => assets.length === 0 || assets.includes(asset));
      const list = held.sort((a, b) => byPlace(a.since, b.since));
      return listed(list, query, async ({ asset, value, since }) => ({
        asset_identifier: asset,
        value: showValue(value),
        block_height: since.record.block.height,
        ...(await showCause(context, since, query.tx_metadata)),
      }));
    },
  );

  get(
    '/extended/v1/tokens/nft/history',
    {
      summary: 'Events of a non-fungible token',
      query: { asset_identifier: text, value: text, ...paging, unanchored: flag, tx_metadata: flag },
      required: ['asset_identifier', 'value'],
      etag: true,
    },
    ({ query, ...context }) => {
      const asset = checkAsset(query.asset_identifier ?? '', 'Invalid or missing asset_identifier');
      const value = normalTxid(query.value ?? '');
      // The words of the API's database.
      if (!/^0x[0-9a-f]*$/.test(value)) throw badRequest('Error: String value for bytea column does not have 0x prefix');
      if (value.length % 2 !== 0) throw badRequest('Error: Hex string is an odd number of digits');
      const events = context.lookup.tokens.class(asset)?.tokens.get(value) ?? [];
      return listed(events, query, async (ref) => {
        const event = nftEvent(ref);
        const parties = { sender: event?.sender ?? null, recipient: event?.recipient ?? null };
        return {
          ...parties,
          event_index: ref.index,
          asset_event_type: event?.action,
          ...(await showCause(context, ref, query.tx_metadata)),
        };
      });
    },
  );

  get(
    '/extended/v1/tokens/nft/mints',
    {
      summary: 'Mints of non-fungible tokens of a class',
      query: { asset_identifier: text, ...paging, unanchored: flag, tx_metadata: flag },
      required: ['asset_identifier'],
      etag: true,
    },
    ({ query, ...context }) => {
      const asset = checkAsset(query.asset_identifier ?? '', 'Invalid or missing asset_identifier');
      return listed(context.lookup.tokens.class(asset)?.mints ?? [], query, async (ref) => {
        const event = nftEvent(ref);
        const value = event && showValue(event.value);
        return { recipient: event?.recipient, event_index: ref.index, value, ...(await showCause(context, ref, query.tx_metadata)) };
      });
    },
  );

  get(
    '/extended/v1/tokens/ft/:token/holders',
    {
      summary: 'Holders of a fungible token, or of STX as `stx`',
      params: { token: text },
      query: { limit: limit(...LIMITS.holder), offset },
      etag: true,
    },
    async ({ params: { token }, query, lookup, remember }) => {
      const count = query.limit || LIMITS.holder[0];
      const skipped = query.offset ?? 0;
      const { holders, sum } = await remember(`holders ${token}`, async () => {
        const all = token === 'stx' ? stxHolders(lookup) : lookup.tokens.holders(token);
        all.sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
        return { holders: all, sum: all.reduce((total, [, balance]) => total + balance, 0n) };
      });
      const shown = page(holders, count, skipped);
      // The real API counts on the rows of the page.
      const [total, supply] = shown.length === 0 ? [0, 0n] : [holders.length, sum];
      const results = shown.map(([address, balance]) => ({ address, balance: `${balance}` }));
      return { limit: count, offset: skipped, total, total_supply: `${supply}`, results };
    },
  );
};

/** A page of a list that is stored oldest first. */
async function listed<T>(
  list: readonly T[],
  query: { limit?: number; offset?: number },
  show: (item: T) => Promise<object>,
): Promise<object> {
  const count = query.limit || LIMITS.token[0];
  const skipped = query.offset ?? 0;
  const results: object[] = [];
  for (const item of newestFirst(list, count, skipped)) results.push(await show(item));
  return { limit: count, offset: skipped, total: results.length === 0 ? 0 : list.length, results };
}

/** The transaction of an event: its id or, on request, all of it. */
async function showCause(context: ApiContext, { record }: EventRef, full = false): Promise<object> {
  return full ? { tx: await showTransaction(context, record) } : { tx_id: record.txid };
}

function nftEvent({ record, index }: EventRef) {
  const event = outcomeOf(record)?.events.at(index);
  return event?.kind === 'nft' ? event : undefined;
}

/** @throws ApiError 400 with this message if the asset's contract is not a principal */
function checkAsset(asset: string, message: string): string {
  if (!isPrincipal(asset.split('::')[0] ?? '')) throw badRequest(message);
  return asset;
}

function stxHolders({ accounts }: ApiContext['lookup']): [string, bigint][] {
  return [...accounts.all()]
    .filter(([, { payments }]) => payments > 0)
    .map(([principal, { stx, fees, rewards }]) => [principal, stx.received - stx.sent - fees + rewards]);
}
