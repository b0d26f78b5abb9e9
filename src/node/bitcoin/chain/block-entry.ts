import { type Block, type BlockHeader, blockHash } from '../../../chains/bitcoin/codec/block.js';
import { hashToHex } from '../../../chains/bitcoin/codec/hex.js';
import { strippedSize, totalSize } from '../../../chains/bitcoin/codec/transaction.js';
import { compactSizeLength } from '../../../chains/bitcoin/codec/writer.js';
import type { Coin } from './coin.js';
import { recordTx, type TxRecord } from './tx-record.js';

/** A header in the tree of all headers, connected to its ancestors; its block may not have come. Nothing of it changes. */
export type HeaderEntry = {
  /** Display order hex. */
  hash: string;
  hashBytes: Uint8Array;
  header: BlockHeader;
  height: number;
  parent: HeaderEntry | undefined;
  /** An ancestor further back, so that any ancestor is found in a logarithmic number of steps. */
  jump: HeaderEntry | undefined;
  /** The order of arrival: among blocks of equal work the first seen is preferred. */
  sequence: number;
  /** The median time of the last 11 blocks, this one included (BIP113). */
  medianTimePast: number;
};

/** A block in the tree of all blocks, connected to its ancestors. Nothing of it changes but `undo`, which is set once. */
export type BlockEntry = HeaderEntry & {
  parent: BlockEntry | undefined;
  jump: BlockEntry | undefined;
  block: Block;
  records: TxRecord[];
  /** Serialized bytes with and without witnesses. */
  size: number;
  strippedSize: number;
  /** For each transaction but the coinbase the coins it spent. Absent until the block was connected once: it is then fully valid. */
  undo: Coin[][] | undefined;
};

const MEDIAN_TIME_SPAN = 11;
/** Bytes of a serialized header. */
const HEADER_SIZE = 80;

/** A block with what everybody asks of it, computed once, before it has its place in the tree. Hash and sizes as in {@link BlockEntry}. */
export type BlockRecord = Pick<BlockEntry, 'block' | 'records' | 'hash' | 'hashBytes' | 'size' | 'strippedSize'>;

/** A block that is at hand, whether those before it are or not. */
export type StoredBlock = HeaderEntry & BlockRecord & Pick<BlockEntry, 'undo'>;

/** @param records those of the block's transactions, if they are at hand */
export function recordBlock(block: Block, records: TxRecord[] = block.transactions.map(recordTx)): BlockRecord {
  const hashBytes = blockHash(block.header);
  const overhead = HEADER_SIZE + compactSizeLength(records.length);
  let size = overhead;
  let stripped = overhead;
  for (const { tx } of records) {
    size += totalSize(tx);
    stripped += strippedSize(tx);
  }
  return { block, records, hash: hashToHex(hashBytes), hashBytes, size, strippedSize: stripped };
}

/** The entry of a block on top of `parent`; none for genesis. */
export function blockEntry(record: BlockRecord, parent: BlockEntry | undefined, sequence: number): BlockEntry {
  const { header } = record.block;
  const medianTimePast = medianTime(header, parent);
  return { ...record, header, height: heightOn(parent), parent, jump: jumpFrom(parent), sequence, medianTimePast, undo: undefined };
}

/** The entry of a header on top of `parent`. */
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

function heightOn(parent: HeaderEntry | undefined): number {
  return parent === undefined ? 0 : parent.height + 1;
}

/** Skew-binary jumps: two jumps of equal length are joined to one, otherwise the jump is a step. */
function jumpFrom<T extends HeaderEntry>(parent: T | undefined): T | undefined {
  const first = parent?.jump as T | undefined;
  const second = first?.jump as T | undefined;
  if (parent === undefined || first === undefined || second === undefined) return parent;
  return parent.height - first.height === first.height - second.height ? second : parent;
}

/** Of a header and those before it. */
function medianTime({ time }: BlockHeader, parent: HeaderEntry | undefined): number {
  const times = [time];
  for (let at = parent; at !== undefined && times.length < MEDIAN_TIME_SPAN; at = at.parent) times.push(at.header.time);
  times.sort((a, b) => a - b);
  return times[times.length >> 1] ?? time;
}

/** The ancestor at `height`, the entry itself included; undefined above it or below 0. */
export function ancestorAt<T extends HeaderEntry>(entry: T, height: number): T | undefined {
  if (height > entry.height || height < 0) return undefined;
  let at: HeaderEntry | undefined = entry;
  while (at !== undefined && at.height > height) at = at.jump !== undefined && at.jump.height >= height ? at.jump : at.parent;
  return at as T | undefined;
}

/** Whether `ancestor` is `entry` or below it on its chain. */
export function isAncestor(ancestor: HeaderEntry, entry: HeaderEntry): boolean {
  return ancestorAt(entry, ancestor.height) === ancestor;
}

/** The highest block that both chains share. */
export function forkPoint<T extends HeaderEntry>(a: T, b: HeaderEntry): T {
  const height = Math.min(a.height, b.height);
  let left: HeaderEntry | undefined = ancestorAt(a, height);
  let right: HeaderEntry | undefined = ancestorAt(b, height);
  while (left !== undefined && left !== right) {
    left = left.parent;
    right = right?.parent;
  }
  if (left === undefined) throw new RangeError('blocks of different chains');
  return left as T;
}

/** BIP141 weight units of the block. */
export function blockWeightOf(entry: Pick<BlockEntry, 'strippedSize' | 'size'>): number {
  return entry.strippedSize * 3 + entry.size;
}
