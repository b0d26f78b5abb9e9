import { readBlock, serializeBlock } from '../../chains/bitcoin/codec/block.js';
import { createReader, type Reader } from '../../chains/bitcoin/codec/reader.js';
import { createWriter, type Writer } from '../../chains/bitcoin/codec/writer.js';
import { type BlockEntry, type BlockRecord, recordBlock } from './chain/block-entry.js';
import { recordOf } from './chain/tx-record.js';
import type { NodeCore } from './core.js';

/**
 * Returns the active chain of a node whose mempool is empty, and what else its RPC shows of the past: `mempool_sequence`, weight and size
 * of the
 * last mined block, then the blocks after genesis: hash, wire form, and the two hashes of each transaction, which take longer to compute
 * than all the rest.
 */
export function exportChain({ chain, mempool, miner }: NodeCore): Uint8Array {
  const { height } = chain.tip();
  const { weight, transactions } = miner.lastAssembled() ?? NOTHING_ASSEMBLED;
  const writer = createWriter(300 * height);
  writer.uint32(mempool.pool.sequence());
  writer.uint32(weight);
  writer.uint32(transactions);
  for (let at = 1; at <= height; at++) {
    const entry = chain.at(at);
    if (entry !== undefined) writeEntry(writer, entry);
  }
  return writer.finish();
}

function writeEntry(writer: Writer, { block, hashBytes, records }: BlockEntry): void {
  writer.bytes(hashBytes);
  writer.bytes(serializeBlock(block));
  for (const { txidBytes, wtxidBytes } of records) {
    writer.bytes(txidBytes);
    writer.bytes(wtxidBytes);
  }
}

function readEntry(reader: Reader): BlockRecord {
  const hash = reader.bytes(HASH);
  const block = readBlock(reader);
  const records = block.transactions.map((tx) => recordOf(tx, { txidBytes: reader.bytes(HASH), wtxidBytes: reader.bytes(HASH) }));
  return recordBlock(block, records, hash);
}

const HASH = 32;
const NOTHING_ASSEMBLED = { weight: 0, transactions: 0 };

/** Adds an exported chain to a new node, without checking it again. @throws DecodeError, RangeError for bytes that no node exported */
export function importChain({ chain, mempool, miner }: NodeCore, bytes: Uint8Array): void {
  const reader = createReader(bytes);
  const sequence = reader.uint32();
  const assembled = { weight: reader.uint32(), transactions: reader.uint32() };
  while (reader.remaining() > 0) chain.extend(readEntry(reader));
  const tip = chain.tip();
  mempool.follow({ fork: tip, disconnected: [], connected: [tip] }, false);
  mempool.restore({ ...mempool.snapshot(), sequence });
  miner.setLastAssembled(assembled.weight === 0 ? undefined : assembled);
}
