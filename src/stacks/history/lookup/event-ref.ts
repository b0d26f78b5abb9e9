import type { TransactionRecord } from '../chain/records.js';

/** An event of a transaction, by its number in it. */
export type EventRef = { record: TransactionRecord; index: number };

/** Returns each transaction once. @param records of the chain: at each height there is one block */
export function withoutRepeats(records: Iterable<TransactionRecord>): TransactionRecord[] {
  const found = new Map<number, TransactionRecord>();
  for (const record of records) found.set(record.block.height * MOST_OF_A_BLOCK + record.place, record);
  return [...found.values()];
}

/** More transactions than a block can have. */
const MOST_OF_A_BLOCK = 2 ** 22;

/** Sorts events in the order of the chain. */
export function byPlace(a: EventRef, b: EventRef): number {
  return a.record.block.height - b.record.block.height || a.record.index - b.record.index || a.index - b.index;
}
