import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import { type Block, blockHash, HEADER_SIZE, parseBlock, serializeBlock } from '../../protocol/codec/block.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import { strippedSize, totalSize } from '../../protocol/codec/transaction.js';
import { compactSizeLength } from '../../protocol/codec/writer.js';
import type { BlockRecord } from './block-entry.js';
import { recordOf, recordTx, type TxRecord } from './tx-record.js';

/** Bytes of a hash. */
const HASH = 32;

/** Where a record goes: bytes of a known number, and the wire form of a block. */
type Target = { raw(bytes: Uint8Array): void; block(bytes: Uint8Array): void };
/** Where a record comes from. The bytes of `raw` are kept. */
type Source = { raw(length: number): Uint8Array; block(): Block };

/** Writes a block with what takes longest to compute: its hash, and the two hashes of each transaction. */
export function writeBlockRecord(
  target: Target,
  { block, hashBytes, records }: Pick<BlockRecord, 'block' | 'hashBytes' | 'records'>,
): void {
  target.raw(hashBytes);
  target.block(serializeBlock(block));
  for (const { txidBytes, wtxidBytes } of records) {
    target.raw(txidBytes);
    target.raw(wtxidBytes);
  }
}

/** The counterpart of {@link writeBlockRecord}. Nothing is checked. */
export function readBlockRecord(source: Source): BlockRecord {
  const hash = source.raw(HASH);
  const block = source.block();
  const records = block.transactions.map((tx) => recordOf(tx, { txidBytes: source.raw(HASH), wtxidBytes: source.raw(HASH) }));
  return recordBlock(block, records, hash);
}

/** As {@link writeBlockRecord}, with the fields of state files. */
export function writeRecord(writer: ByteWriter, record: Pick<BlockRecord, 'block' | 'hashBytes' | 'records'>): void {
  writeBlockRecord({ raw: (bytes) => writer.raw(bytes), block: (bytes) => writer.bytes(bytes) }, record);
}

/** The counterpart of {@link writeRecord}. Nothing is checked. */
export function readRecord(reader: ByteReader): BlockRecord {
  return readBlockRecord({ raw: (length) => reader.rawCopy(length), block: () => parseBlock(reader.bytes()) });
}

/** Computes the derived data of a block. @param records the records of its transactions, if known @param hashBytes its hash, if known */
export function recordBlock(
  block: Block,
  records: TxRecord[] = block.transactions.map(recordTx),
  hashBytes: Uint8Array = blockHash(block.header),
): BlockRecord {
  const overhead = HEADER_SIZE + compactSizeLength(records.length);
  let size = overhead;
  let stripped = overhead;
  for (const { tx } of records) {
    size += totalSize(tx);
    stripped += strippedSize(tx);
  }
  return { block, records, count: records.length, hash: hashToHex(hashBytes), hashBytes, size, strippedSize: stripped };
}
