import { isCoinbase } from '../../protocol/codec/transaction.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { TxRecord } from '../chain/tx-record.js';
import { transactionMemory } from './memory.js';

/** The maximum of memory of the transactions that return from disconnected blocks, in bytes (Core's `MAX_DISCONNECTED_TX_POOL_BYTES`). */
const MAX_MEMORY = 20_000_000;
/** The memory of an entry in Core's list and its index, in bytes. */
const ENTRY_SIZE = 120;

/**
 * Returns the transactions that may return to the mempool from disconnected blocks: the oldest ones that fit.
 * @param blocks highest first
 */
export function readmitted(blocks: readonly Pick<BlockEntry, 'records'>[]): Set<TxRecord> {
  const returning = new Set<TxRecord>();
  let memory = 0;
  for (const { records } of blocks.toReversed()) {
    for (const record of records) {
      // Core keeps coinbases, too, until it tries to return them.
      memory += ENTRY_SIZE + transactionMemory(record);
      if (memory > MAX_MEMORY) return returning;
      if (!isCoinbase(record.tx)) returning.add(record);
    }
  }
  return returning;
}
