import { hashToHex } from '../../../protocol/codec/hex.js';
import type { HeaderEntry } from '../../chain/block-entry.js';
import type { Chain } from '../../chain/chain.js';
import { BLOCK_WORK, POW_LIMIT, POW_LIMIT_BITS } from '../../chain/params.js';
import { targetOf } from '../../chain/validation/check-block.js';
import type { JsonObject } from '../json/json.js';

/** Regtest's only `bits`, `target` and `difficulty`. Mainnet's first block has difficulty 1. */
export const BITS_HEX = POW_LIMIT_BITS.toString(16).padStart(8, '0');
export const TARGET_HEX = POW_LIMIT.toString(16).padStart(64, '0');
export const DIFFICULTY = 0xffff / 0x7fffff / 2 ** 24;

/** Formats the difficulty that a header states; blocks of the origin of a fork have another one than regtest's. */
function difficultyOf(bits: number): JsonObject {
  if (bits === POW_LIMIT_BITS) return { bits: BITS_HEX, target: TARGET_HEX, difficulty: DIFFICULTY };
  return {
    bits: bits.toString(16).padStart(8, '0'),
    target: targetOf(bits).toString(16).padStart(64, '0'),
    difficulty: (0xffff / (bits & 0xffffff)) * 256 ** (29 - (bits >>> 24)),
  };
}

/** Returns the work of the chain up to a block, as 64 hex digits. */
export function chainWork(height: number): string {
  return (BLOCK_WORK * BigInt(height + 1)).toString(16).padStart(64, '0');
}

/** Returns the blocks from this one to the tip, inclusive, or −1 outside of the active chain. */
function confirmations(entry: HeaderEntry, chain: Chain): number {
  return chain.isActive(entry) ? chain.tip().height - entry.height + 1 : -1;
}

/** Formats a header as `getblockheader` and `getblock` do. Without its block, the number of transactions is unknown. */
export function headerJson(entry: HeaderEntry, chain: Chain): JsonObject {
  const { header, height } = entry;
  return {
    hash: entry.hash,
    confirmations: confirmations(entry, chain),
    height,
    version: header.version,
    versionHex: (header.version >>> 0).toString(16).padStart(8, '0'),
    merkleroot: hashToHex(header.merkleRoot),
    time: header.time,
    mediantime: entry.medianTimePast,
    nonce: header.nonce,
    ...difficultyOf(header.bits),
    chainwork: chainWork(height),
    nTx: chain.lookup.transactionCount(entry),
    previousblockhash: height === 0 ? undefined : hashToHex(header.previous),
    nextblockhash: chain.isActive(entry) ? chain.lookup.at(height + 1)?.hash : undefined,
  };
}
