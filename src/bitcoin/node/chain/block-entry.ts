import { type Block, type BlockHeader, blockHash } from '../../protocol/codec/block.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import type { Coin } from './coin.js';
import type { TxRecord } from './tx-record.js';

/** A header in the tree of all headers, linked to its ancestors, with or without its block. Immutable. */
export type HeaderEntry = {
  /** Display order hex. */
  hash: string;
  hashBytes: Uint8Array;
  header: BlockHeader;
  height: number;
  parent: HeaderEntry | undefined;
  /** An ancestor further back, so that any ancestor is found in a logarithmic number of steps. */
  jump: HeaderEntry | undefined;
  /** The order of arrival. Of blocks with equal work, the node prefers the first seen. */
  sequence: number;
  /** Of the lowest block of a fork: the times of up to ten blocks before it, the latest first. */
  before?: readonly number[] | undefined;
  /** The median time of the last 11 blocks, this one included (BIP113). */
  medianTimePast: number;
};

/**
 * A block in the tree of all blocks, linked to its ancestors. Immutable except for `undo`, which is set once. Each read of an old block's
 * transactions and coins decodes them.
 */
export type BlockEntry = HeaderEntry & {
  parent: BlockEntry | undefined;
  jump: BlockEntry | undefined;
  readonly block: Block;
  readonly records: TxRecord[];
  /** The number of transactions. */
  readonly count: number;
  /** Whether it connected once. */
  readonly isConnected: boolean;
  /** Serialized bytes with and without witnesses. */
  size: number;
  strippedSize: number;
  /**
   * The coins that each transaction except the coinbase spent. Absent until the block connects for the first time, which proves it valid.
   */
  undo: Coin[][] | undefined;
};

const MEDIAN_TIME_SPAN = 11;

/** A block with its derived data, before it has a place in the tree. Hash and sizes as in {@link BlockEntry}. */
export type BlockRecord = Pick<BlockEntry, 'block' | 'records' | 'count' | 'hash' | 'hashBytes' | 'size' | 'strippedSize'>;

/** A block that the node has, with or without its ancestors' blocks. */
export type StoredBlock = HeaderEntry & BlockRecord & Pick<BlockEntry, 'undo'>;

/** Returns the entry of a header on top of `parent`. */
export function headerEntry(header: BlockHeader, parent: HeaderEntry, sequence: number): HeaderEntry {
  const hashBytes = blockHash(header);
  const medianTimePast = medianTime(header, parent);
  return {
    hash: hashToHex(hashBytes),
    hashBytes,
    header,
    height: heightOn(parent),
    parent,
    jump: jumpFrom(parent),
    sequence,
    medianTimePast,
  };
}

export function heightOn(parent: HeaderEntry | undefined): number {
  return parent === undefined ? 0 : parent.height + 1;
}

/** Skew-binary jumps: merges two jumps of equal length into one, otherwise jumps one step. */
export function jumpFrom<T extends HeaderEntry>(parent: T | undefined): T | undefined {
  const first = parent?.jump as T | undefined;
  const second = first?.jump as T | undefined;
  if (parent === undefined || first === undefined || second === undefined) return parent;
  return parent.height - first.height === first.height - second.height ? second : parent;
}

/** Returns the median time of a header and its ancestors. */
export function medianTime({ time }: BlockHeader, parent: HeaderEntry | undefined): number {
  const times = [time];
  for (let at = parent; at !== undefined && times.length < MEDIAN_TIME_SPAN; at = at.parent)
    times.push(at.header.time, ...(at.before ?? []));
  return medianOf(times.slice(0, MEDIAN_TIME_SPAN));
}

/** Returns the median of times, the later one of two. */
export function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Returns the ancestor at `height`, or the entry itself. Returns undefined above it or below 0. */
export function ancestorAt<T extends HeaderEntry>(entry: T, height: number): T | undefined {
  if (height > entry.height || height < 0) return undefined;
  let at: HeaderEntry | undefined = entry;
  while (at !== undefined && at.height > height) at = at.jump !== undefined && at.jump.height >= height ? at.jump : at.parent;
  return at as T | undefined;
}

/** Whether `ancestor` is `entry` or one of its ancestors. */
export function isAncestor(ancestor: HeaderEntry, entry: HeaderEntry): boolean {
  return isSame(ancestorAt(entry, ancestor.height), ancestor);
}

/** Whether two entries are of the same header. A header and its block have different entries. */
function isSame(a: HeaderEntry | undefined, b: HeaderEntry | undefined): boolean {
  return a === b || (a !== undefined && a.hash === b?.hash);
}

/** Returns the highest block that both chains share. */
export function forkPoint<T extends HeaderEntry>(a: T, b: HeaderEntry): T {
  const height = Math.min(a.height, b.height);
  let left: HeaderEntry | undefined = ancestorAt(a, height);
  let right: HeaderEntry | undefined = ancestorAt(b, height);
  while (left !== undefined && !isSame(left, right)) {
    left = left.parent;
    right = right?.parent;
  }
  if (left === undefined) throw new RangeError('blocks of different chains');
  return left as T;
}

/** Returns the weight of the block in BIP141 units. */
export function blockWeightOf(entry: Pick<BlockEntry, 'strippedSize' | 'size'>): number {
  return entry.strippedSize * 3 + entry.size;
}
