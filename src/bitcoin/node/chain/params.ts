import { fromHex } from '../../protocol/codec/hex.js';
import { COIN } from '../../protocol/codec/transaction.js';

/** Regtest's proof-of-work limit in compact form; the difficulty never changes there. */
export const POW_LIMIT_BITS = 0x207fffff;
/** The target of {@link POW_LIMIT_BITS}. */
export const POW_LIMIT = 0x7fffffn << 232n;
/** The expected number of hashes per block at that target, which each block adds to `chainwork`. */
export const BLOCK_WORK = 2n;
/** Blocks between halvings; 210,000 on mainnet. */
const HALVING_INTERVAL = 150;
/** The sigop cost limit of a block (BIP141). */
export const MAX_BLOCK_SIGOPS_COST = 80_000;
/** The maximum of a block's time ahead of the node's clock, in seconds. */
export const MAX_FUTURE_BLOCK_TIME = 7200;
/** BIP9's version of a block that signals no deployment. */
export const BLOCK_VERSION = 0x20000000;
/** Lock times below this are heights, others are times. */
export const LOCKTIME_THRESHOLD = 500_000_000;

/** The genesis block of regtest, as in `CRegTestParams`. Its hash is 0f9188f1…e2206. */
export const GENESIS_BLOCK = fromHex(
  '010000000000000000000000000000000000000000000000000000000000000000000000' +
    '3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000' +
    '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f' +
    '4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f205' +
    '2a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d57' +
    '8a4c702b6bf11d5fac00000000',
);

/** Returns the subsidy of a block at `height`, in sats. @param interval the blocks between halvings */
export function blockSubsidy(height: number, interval = HALVING_INTERVAL): bigint {
  const halvings = Math.floor(height / interval);
  return halvings >= 64 ? 0n : (50n * COIN) >> BigInt(halvings);
}
