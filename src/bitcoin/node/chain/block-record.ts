import { type Block, serializeBlock } from '../../protocol/codec/block.js';
import { type BlockRecord, recordBlock } from './block-entry.js';
import { recordOf } from './tx-record.js';

/** Bytes of a hash. */
const HASH = 32;

/** Where a record goes: bytes of a known number, and the wire form of a block. */
type Target = { raw(bytes: Uint8Array): void; block(bytes: Uint8Array): void };
/** Where a record comes from. The bytes of `raw` are kept. */
type Source = { raw(length: number): Uint8Array; block(): Block };

/** Writes a block with what takes longest to compute: its hash, and the two hashes of each transaction. */
export function writeBlockRecord(target: Target, { block, hashBytes, records }: BlockRecord): void {
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
