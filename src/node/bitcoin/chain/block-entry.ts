import { type Block, type BlockHeader, blockHash } from '../codec/block.js';
import { hashToHex } from '../codec/hex.js';
import { strippedSize, totalSize } from '../codec/transaction.js';
import { compactSizeLength } from '../codec/writer.js';
import type { Coin } from './coin.js';
import { recordTx, type TxRecord } from './tx-record.js';

/** A block in the tree of all blocks, connected to its ancestors. Nothing of it changes but `undo`, which is set once. */
export type BlockEntry = {
  /** Display order hex. */
  hash: string;
  hashBytes: Uint8Array;
  header: BlockHeader;
  height: number;
  parent: BlockEntry | undefined;
  /** An ancestor further back, so that any ancestor is found in a logarithmic number of steps. */
  jump: BlockEntry | undefined;
  /** The order of arrival: among blocks of equal work the first seen is preferred. */
  sequence: number;
  /** The median time of the last 11 blocks, this one included (BIP113). */
  medianTimePast: number;
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
  const entry: BlockEntry = {
    ...record,
    header: record.block.header,
    height: parent === undefined ? 0 : parent.height + 1,
    parent,
    jump: jumpFrom(parent),
    sequence,
    medianTimePast: 0,
    undo: undefined,
  };
  entry.medianTimePast = medianTime(entry);
  return entry;
}

/** Skew-binary jumps: two jumps of equal length are joined to one, otherwise the jump is a step. */
function jumpFrom(parent: BlockEntry | undefined): BlockEntry | undefined {
  const first = parent?.jump;
  const second = first?.jump;
  if (parent === undefined || first === undefined || second === undefined) return parent;
  return parent.height - first.height === first.height - second.height ? second : parent;
}

function medianTime(entry: BlockEntry): number {
  const times: number[] = [];
  for (let at: BlockEntry | undefined = entry; at !== undefined && times.length < MEDIAN_TIME_SPAN; at = at.parent) {
    times.push(at.header.time);
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1] ?? entry.header.time;
}

/** The ancestor at `height`, the entry itself included; undefined above it or below 0. */
export function ancestorAt(entry: BlockEntry, height: number): BlockEntry | undefined {
  if (height > entry.height || height < 0) return undefined;
  let at: BlockEntry | undefined = entry;
  while (at !== undefined && at.height > height) at = at.jump !== undefined && at.jump.height >= height ? at.jump : at.parent;
  return at;
}

/** Whether `ancestor` is `entry` or below it on its chain. */
export function isAncestor(ancestor: BlockEntry, entry: BlockEntry): boolean {
  return ancestorAt(entry, ancestor.height) === ancestor;
}

/** The highest block that both chains share. */
export function forkPoint(a: BlockEntry, b: BlockEntry): BlockEntry {
  let height = Math.min(a.height, b.height);
  let left = ancestorAt(a, height);
  let right = ancestorAt(b, height);
  while (left !== undefined && left !== right) {
    height--;
    left = left.parent;
    right = right?.parent;
  }
  if (left === undefined) throw new RangeError('blocks of different chains');
  return left;
}

/** BIP141 weight units of the block. */
export function blockWeightOf(entry: BlockEntry): number {
  return entry.strippedSize * 3 + entry.size;
}
