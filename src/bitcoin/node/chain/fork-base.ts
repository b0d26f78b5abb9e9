import { parseBlock } from '../../protocol/codec/block.js';
import { fromHex, hashToHex } from '../../protocol/codec/hex.js';
import { isCoinbase, parseTransaction } from '../../protocol/codec/transaction.js';
import type { Origin } from '../../protocol/fork-source/origin.js';
import { isUnspendable } from '../../protocol/script/pattern.js';
import type { BlockEntry } from './block-entry.js';
import { recordBlock } from './block-record.js';
import type { Coin } from './coin.js';
import { splitOutPointKey } from './coin-hash.js';
import { blockSubsidy } from './params.js';
import { lowestEntry } from './placed-block.js';

/** The block from which a fork continues another chain. */
export type ForkBase = {
  origin: Origin;
  /** The block, as Bitcoin serializes it. */
  block: Uint8Array;
  /**
   * What the coinbase of the fork's first block claims, in sats; it may be spent at once. @default 0, which stands for the usual subsidy
   */
  grant?: bigint | undefined;
};

/** Returns the entry of the block of a fork, the lowest one of its tree. */
export function forkEntry({ origin, block }: ForkBase): BlockEntry {
  const { point } = origin;
  const record = recordBlock(parseBlock(block));
  if (record.hash !== point.block.id) throw new RangeError(`the origin's block ${point.block.id} has the hash ${record.hash}`);
  // The coins that it spent are the origin's.
  return lowestEntry(record, point.block.height, point.times);
}

/** Returns an output that was unspent at the block of the fork. @throws Missing, DevnetError ORIGIN */
export function originCoin(origin: Origin, key: string): Coin | undefined {
  const { hash, index } = splitOutPointKey(key);
  const txid = hashToHex(hash);
  let found: ReturnType<Origin['transaction']>;
  let spenders: ReturnType<Origin['spenders']>;
  origin.all([
    () => {
      found = origin.transaction(txid);
    },
    () => {
      spenders = origin.spenders(txid);
    },
  ]);
  // Nobody can spend the coinbase of the genesis block.
  if (found === undefined || found.height === 0 || spenders?.[index] !== null) return undefined;
  const { height } = found;
  const tx = parseTransaction(fromHex(found.hex));
  const output = tx.outputs[index];
  if (output === undefined || isUnspendable(output.scriptPubKey)) return undefined;
  return { ...output, height, coinbase: isCoinbase(tx), since: () => medianTimeAt(origin, Math.max(height - 1, 0)) };
}

/** Returns the median time past of a block of the origin. @throws Missing, DevnetError ORIGIN */
function medianTimeAt(origin: Origin, height: number): number {
  const hash = origin.hashAt(height);
  return (hash === undefined ? undefined : origin.header(hash)?.medianTime) ?? 0;
}

/** Blocks between halvings on public networks; regtest's are in `params.ts`. */
const PUBLIC_HALVING_INTERVAL = 210_000;

/** Returns the subsidy of blocks, in sats. That of a fork halves where its origin's does. */
export function subsidyOf(fork: ForkBase | undefined): (height: number) => bigint {
  if (fork === undefined) return blockSubsidy;
  const { point } = fork.origin;
  const { grant = 0n } = fork;
  const interval = point.network === 'regtest' ? undefined : PUBLIC_HALVING_INTERVAL;
  return (height) => (grant > 0n && height === grantHeight(fork) ? grant : blockSubsidy(height, interval));
}

/** The height whose coinbase may be spent at once; undefined on a chain without one. */
export function grantHeight(fork: ForkBase | undefined): number | undefined {
  return fork?.grant === undefined || fork.grant === 0n ? undefined : fork.origin.point.block.height + 1;
}
