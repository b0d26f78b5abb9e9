import { SBTC } from '../../base/units.js';
import { BRIDGE_STATUSES } from '../../sbtc/bridge.js';
import { amount, type Codec, flag, oneOf, optional, text, whole } from './codec.js';
import { limits } from './fields.js';

export const sats = amount('a whole number of sats', SBTC) as Codec<bigint>;
export const status = oneOf(BRIDGE_STATUSES, 'pending, accepted, confirmed, failed or rbf');
const confirms = optional(flag('whether to answer after it is confirmed', true));

/** What makes a deposit. */
export const depositOptions = {
  /** The principal that receives sBTC. */
  recipient: text('the testnet principal that receives sBTC', { minLength: 1 }),
  /** Sats of Bitcoin, which the BTC faucet pays. */
  amount: sats,
  /** The most that the signers may keep, in sats. @default 80000 */
  maxFee: optional(sats),
  /** After so many Bitcoin blocks, the holder of the reclaim key may take the deposit back. @default 950 */
  lockTime: optional(whole('a whole number of Bitcoin blocks up to 65535', { maximum: 65_535 })),
  /** The x-only public key that may take it back, as hex. @default the key of the account that receives sBTC, else of the first account */
  reclaimKey: optional(text('an x-only public key of 64 hex digits')),
  /** true: resolve once the sBTC is minted; false: once the deposit is announced. @default true */
  wait: confirms,
  ...limits,
};

/** What makes a withdrawal, besides whose sBTC it is. */
export const withdrawOptions = {
  /** Sats to pay, more than 546. */
  amount: sats,
  /** The Bitcoin address to pay to. */
  address: text('the Bitcoin address to pay to', { minLength: 1 }),
  /** The most that the payment may cost beside the amount, in sats. @default 10000 */
  maxFee: optional(sats),
  /** true: resolve once it is paid and accepted; false: once the request is in a Stacks block. @default true */
  wait: confirms,
  ...limits,
};

/** A status to wait for. A later one will do, too. */
export const untilStatus = {
  /** @default 'confirmed' */
  status: optional(status),
  ...limits,
};
