import { type Block, type BlockHeader, serializeBlock } from '../codec/block.js';
import type { Coin } from './coin.js';
import type { TxRecord } from './tx-record.js';

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
  /** Transactions in this block and all its ancestors. */
  chainTransactions: number;
  block: Block;
  records: TxRecord[];
  /** Serialized bytes with and without witnesses. */
  size: number;
  strippedSize: number;
  /** For each transaction but the coinbase the coins it spent. Absent until the block was connected once: it is then fully valid. */
  undo: Coin[][] | undefined;
};

const MEDIAN_TIME_SPAN = 11;

/** The entry of `block` on top of `parent`; none for genesis. */
export function blockEntry(
  block: Block,
  records: TxRecord[],
  hash: { hex: string; bytes: Uint8Array },
  parent: BlockEntry | undefined,
  sequence: number,
): BlockEntry {
  const { header } = block;
  const entry: BlockEntry = {
    hash: hash.hex,
    hashBytes: hash.bytes,
    header,
    height: parent === undefined ? 0 : parent.height + 1,
    parent,
    jump: jumpFrom(parent),
    sequence,
    medianTimePast: 0,
    chainTransactions: (parent?.chainTransactions ?? 0) + records.length,
    block,
    records,
    size: serializeBlock(block).length,
    strippedSize: serializeBlock(block, { witness: false }).length,
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
