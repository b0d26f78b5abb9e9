import { decodeAddress } from '../../chains/bitcoin/address/address.js';
import { encodeBase58Check } from '../../chains/bitcoin/address/encoding/base58.js';
import { type AddressFormat, REGTEST } from '../../chains/bitcoin/address/format.js';
import { ADDRESS_VERSION, decodeAddress as decodeStacksAddress } from '../../chains/stacks/codec/c32.js';
import { badRequest } from '../errors.js';
import * as etag from '../etag.js';
import type { Routes } from '../route.js';
import { blockId, LIMITS, limit, offset, text } from '../schemas.js';

const paging = { limit: limit(...LIMITS.burnchain), offset };
const FORMATS: readonly AddressFormat[] = [
  REGTEST,
  { ...REGTEST, bech32: 'tb' },
  { ...REGTEST, bech32: 'bc', pubkeyHash: 0x00, scriptHash: 0x05 },
];
/** First bytes of Bitcoin addresses with the same hash, by the version of a Stacks address. */
const BITCOIN_VERSIONS = new Map<number, number>([
  [ADDRESS_VERSION.mainnetSingle, 0x00],
  [ADDRESS_VERSION.mainnetMulti, 0x05],
  [ADDRESS_VERSION.testnetSingle, REGTEST.pubkeyHash],
  [ADDRESS_VERSION.testnetMulti, REGTEST.scriptHash],
]);

/** What Bitcoin pays to stackers. A history has no Bitcoin outputs, so that there is nothing to list. */
export const addBurnchainRoutes: Routes = (get) => {
  const params = { address: text };

  get('/extended/v1/burnchain/rewards', { summary: 'Rewards on Bitcoin', query: paging }, ({ query }) => empty(query));

  get(
    '/extended/v1/burnchain/rewards/:address',
    { summary: 'Rewards of an address on Bitcoin', params, query: paging },
    ({ params: { address }, query }) => {
      requireBitcoinAddress(address, 'Address');
      return empty(query);
    },
  );

  get(
    '/extended/v1/burnchain/rewards/:address/total',
    { summary: 'The sum of rewards of an address', params },
    ({ params: { address } }) => ({
      reward_recipient: requireBitcoinAddress(address, `Address ${address.trim()}`),
      reward_amount: '0',
    }),
  );

  get('/extended/v1/burnchain/reward_slot_holders', { summary: 'Addresses that rewards may go to', query: paging }, ({ query }) => ({
    ...empty(query),
    total: 0,
  }));

  get(
    '/extended/v1/burnchain/reward_slot_holders/:address',
    { summary: 'Reward slots of an address', params, query: paging },
    ({ params: { address }, query }) => {
      requireBitcoinAddress(address, `Address ${address.trim()}`);
      return { ...empty(query), total: 0 };
    },
  );

  const poxPaging = { limit: limit(...LIMITS.burnBlock), offset };
  const listed = ({ limit: count = 20, offset: skipped = 0 }: { limit?: number; offset?: number }) => ({
    limit: count,
    offset: skipped,
    total: 0,
    results: [],
  });

  get(
    '/extended/v2/burn-blocks/:height_or_hash/pox-transactions',
    { summary: 'Payments to stackers in a Bitcoin block', params: { height_or_hash: blockId }, query: poxPaging, etag: etag.chainTip },
    ({ query }) => listed(query),
  );

  get(
    '/extended/v2/addresses/:burnchain_address/pox-transactions',
    { summary: 'Payments to a stacker on Bitcoin', params: { burnchain_address: text }, query: poxPaging, etag: etag.chainTip },
    ({ query }) => listed(query),
  );
};

function empty(query: { limit?: number; offset?: number }): { limit: number; offset: number; results: [] } {
  return { limit: query.limit || LIMITS.burnchain[0], offset: query.offset ?? 0, results: [] };
}

/** Returns the Bitcoin address that a text is, or that has the hash of a Stacks address. @throws ApiError 400 */
function requireBitcoinAddress(given: string, name: string): string {
  const text = given.trim();
  if (FORMATS.some((format) => 'scriptPubKey' in decodeAddress(text, format))) return text;
  const stacks = decodeStacksAddress(text);
  const version = stacks && BITCOIN_VERSIONS.get(stacks.version);
  if (stacks === undefined || version === undefined) throw badRequest(`${name} is not a valid Bitcoin or STX address.`);
  return encodeBase58Check(Uint8Array.of(version, ...stacks.hash));
}
