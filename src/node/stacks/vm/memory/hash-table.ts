import { otherLayout } from './other-layout.js';
import type { View } from './view.js';

/** The full buckets of a hash table, as indexes of words. */
export type Table = number[];

/**
 * Reads a hash table of hashbrown, which is four words: the address of the control bytes, bucket mask, growth left, items. A control byte below
 * 128 marks a full bucket. Bucket i begins (i + 1) × size bytes below the control bytes.
 * @throws DevnetError INTERNAL if there is no such table
 */
export function readTable({ bytes, words }: View, header: number, bucketBytes: number): Table {
  const [control = 0, mask = 0, growth = 0, items = 0] = words.subarray(header / 4, header / 4 + 4);
  const size = mask + 1;
  const isTable = (size & mask) === 0 && items + growth <= size && control + size <= bytes.length && control >= size * bucketBytes;
  const table: Table = [];
  if (isTable) {
    for (let i = 0; i < size; i++) if ((bytes[control + i] ?? 128) < 128) table.push((control - (i + 1) * bucketBytes) / 4);
  }
  if (!isTable || table.length !== items) throw otherLayout(`no hash table at ${header}`);
  return table;
}
