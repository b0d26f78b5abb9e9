import { with0x, without0x } from '../../../base/hex.js';
import { type AddressFormat, decodeAddress, encodeBase58Check, REGTEST } from '../../../bitcoin/address.js';
import { ADDRESS_VERSION, decodeAddress as decodeStacksAddress } from '../../../clarity/values.js';
import type { BlockPayouts } from '../../engine/payouts.js';
import { badRequest } from '../errors.js';
import { page } from '../pages.js';
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

/** What Bitcoin pays to stackers, newest first. */
export const addBurnchainRoutes: Routes = (get) => {
  const params = { address: text };

  get('/extended/v1/burnchain/rewards', { summary: 'Rewards on Bitcoin', query: paging }, ({ history, query }) =>
    withoutTotal(listed(rewardsOf(history.payouts()), v1(query))),
  );

  get(
    '/extended/v1/burnchain/rewards/:address',
    { summary: 'Rewards of an address on Bitcoin', params, query: paging },
    ({ history, params: { address }, query }) => {
      const own = requireBitcoinAddress(address, 'Address');
      return withoutTotal(listed(rewardsOf(history.payouts()).filter(isTo(own)), v1(query)));
    },
  );

  get(
    '/extended/v1/burnchain/rewards/:address/total',
    { summary: 'The sum of rewards of an address', params },
    ({ history, params: { address } }) => {
      const own = requireBitcoinAddress(address, `Address ${address.trim()}`);
      const amounts = rewardsOf(history.payouts()).filter(isTo(own));
      return { reward_recipient: own, reward_amount: `${amounts.reduce((sum, { reward_amount: amount }) => sum + BigInt(amount), 0n)}` };
    },
  );

  get('/extended/v1/burnchain/reward_slot_holders', { summary: 'Addresses that rewards may go to', query: paging }, ({ history, query }) =>
    listed(slotsOf(history.payouts()), v1(query)),
  );

  get(
    '/extended/v1/burnchain/reward_slot_holders/:address',
    { summary: 'Reward slots of an address', params, query: paging },
    ({ history, params: { address }, query }) => {
      const own = requireBitcoinAddress(address, `Address ${address.trim()}`);
      const slots = slotsOf(history.payouts()).filter((slot) => slot.address === own);
      return listed(slots, v1(query));
    },
  );

  const poxPaging = { limit: limit(...LIMITS.burnBlock), offset };

  get(
    '/extended/v2/burn-blocks/:height_or_hash/pox-transactions',
    { summary: 'Payments to stackers in a Bitcoin block', params: { height_or_hash: blockId }, query: poxPaging, etag: true },
    ({ history, params: { height_or_hash: id }, query }) => listed(paymentsOf(payoutsOf(history.payouts(), id)), query),
  );

  get(
    '/extended/v2/addresses/:burnchain_address/pox-transactions',
    { summary: 'Payments to a stacker on Bitcoin', params: { burnchain_address: text }, query: poxPaging, etag: true },
    ({ history, params: { burnchain_address: own }, query }) => {
      const payments = paymentsOf(history.payouts()).filter(({ recipient }) => recipient === own);
      return listed(payments, query);
    },
  );
};

type Paging = { limit?: number; offset?: number };

/** In v1, 0 is the default. */
function v1(query: Paging): Paging {
  return { ...query, limit: query.limit || LIMITS.burnchain[0] };
}

/** One page. As in the API, the total is that of the page's rows: a page without any has 0. */
function listed<T>(items: readonly T[], { limit: count = LIMITS.burnBlock[0], offset: skipped = 0 }: Paging) {
  const results = page(items, count, skipped);
  return { limit: count, offset: skipped, total: results.length === 0 ? 0 : items.length, results };
}

function withoutTotal<T>({ total: _, ...others }: ReturnType<typeof listed<T>>): object {
  return others;
}

function slotsOf(blocks: readonly BlockPayouts[]) {
  const slots = blocks.flatMap(({ height, hash, slotHolders }) =>
    slotHolders.map((address, slot) => ({
      ...{ canonical: true, burn_block_hash: with0x(hash), burn_block_height: height },
      ...{ address, slot_index: slot },
    })),
  );
  return slots.reverse();
}

function rewardsOf(blocks: readonly BlockPayouts[]) {
  const rewards = blocks.flatMap(({ height, hash, burned, rewards }) =>
    rewards.map(({ recipient, amount }, index) => ({
      ...{ canonical: true, burn_block_hash: with0x(hash), burn_block_height: height, burn_amount: burned },
      ...{ reward_recipient: recipient, reward_amount: amount, reward_index: index },
    })),
  );
  return rewards.reverse();
}

function isTo(address: string): (reward: { reward_recipient: string }) => boolean {
  return ({ reward_recipient: recipient }) => recipient === address;
}

/** Of one block, by txid. */
function paymentsOf(blocks: readonly BlockPayouts[]) {
  return blocks.toReversed().flatMap(({ height, hash, transactions }) =>
    transactions
      .toSorted((a, b) => (a.txid < b.txid ? -1 : 1))
      .flatMap(({ txid, recipients }) =>
        recipients.map(({ recipient, amount, output }) => ({
          ...{ burn_block_height: height, burn_block_hash: with0x(hash), tx_id: with0x(txid) },
          ...{ recipient, utxo_idx: output, amount },
        })),
      ),
  );
}

/** The block that the parameter names; `latest` is the last one that pays. */
function payoutsOf(blocks: readonly BlockPayouts[], id: string | number): BlockPayouts[] {
  const name = without0x(`${id}`.toLowerCase());
  const paying = blocks.filter(({ transactions }) => transactions.length > 0);
  if (name === 'latest') return paying.slice(-1);
  return paying.filter(({ height, hash }) => `${height}` === name || hash === name);
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
