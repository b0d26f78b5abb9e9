import { readBlock } from '../protocol/codec/block.js';
import { createReader } from '../protocol/codec/reader.js';
import { createWriter } from '../protocol/codec/writer.js';
import type { BlockRecord } from './chain/block-entry.js';
import { readBlockRecord, writeBlockRecord } from './chain/block-record.js';
import type { NodeCore } from './core.js';

/**
 * Returns the active chain of a node whose mempool is empty, and what else its RPC shows of the past: `mempool_sequence`, weight and size
 * of the last mined block, then the records of the blocks after the lowest one.
 */
export function exportChain({ chain, mempool, miner }: NodeCore): Uint8Array {
  const { height } = chain.tip();
  const { weight, transactions } = miner.lastAssembled() ?? NOTHING_ASSEMBLED;
  const lowest = chain.base().height;
  const writer = createWriter(300 * (height - lowest));
  writer.uint32(mempool.pool.sequence());
  writer.uint32(weight);
  writer.uint32(transactions);
  for (let at = lowest + 1; at <= height; at++) {
    const entry = chain.at(at);
    if (entry !== undefined) writeBlockRecord({ raw: writer.bytes, block: writer.bytes }, entry);
  }
  return writer.finish();
}

const NOTHING_ASSEMBLED = { weight: 0, transactions: 0 };

type ExportedChain = { sequence: number; assembled: typeof NOTHING_ASSEMBLED; blocks: readonly BlockRecord[] };

/** Longer chains are not remembered: decoded blocks take ten times the memory of their bytes. Five times the default chain. */
const MOST = 256 * 1024;

/** What was decoded last: most networks of a process begin with the same chain, and decoded blocks never change. */
let last: { bytes: Uint8Array; decoded: ExportedChain } | undefined;

function decodeChain(bytes: Uint8Array): ExportedChain {
  if (last !== undefined && Buffer.compare(last.bytes, bytes) === 0) return last.decoded;
  const reader = createReader(bytes);
  const sequence = reader.uint32();
  const assembled = { weight: reader.uint32(), transactions: reader.uint32() };
  const blocks: BlockRecord[] = [];
  while (reader.remaining() > 0) blocks.push(readBlockRecord({ raw: reader.bytes, block: () => readBlock(reader) }));
  const decoded = { sequence, assembled, blocks };
  // A copy: the caller may change its bytes.
  if (bytes.length <= MOST) last = { bytes: new Uint8Array(bytes), decoded };
  return decoded;
}

/** Adds an exported chain to a new node, without checking it again. @throws DecodeError, RangeError for bytes that no node exported */
export function importChain({ chain, mempool, miner }: NodeCore, bytes: Uint8Array): void {
  const { sequence, assembled, blocks } = decodeChain(bytes);
  for (const block of blocks) chain.extend(block);
  const tip = chain.tip();
  mempool.follow({ fork: tip, disconnected: [], connected: [tip] }, false);
  mempool.restore({ ...mempool.snapshot(), sequence });
  miner.setLastAssembled(assembled.weight === 0 ? undefined : assembled);
}
