import { SBTC } from '../units.js';
import { amount, type Codec, flag, optional, text, whole } from './codec.js';
import { limits } from './fields.js';

export const sats = amount('a whole number of sats', SBTC) as Codec<bigint>;
export const confirms = optional(flag('whether to answer after it is confirmed', true));

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
