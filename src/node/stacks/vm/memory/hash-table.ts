import { otherLayout } from './other-layout.js';
import { hashText } from './sip-hash.js';
import type { View } from './view.js';

/*
 * A hash table of hashbrown is eight words: the address of the control bytes, bucket mask, growth left, items, and the two keys of its hash. A control
 * byte below 128 marks a full bucket and has the upper 7 bits of the hash. Bucket i begins (i + 1) × size bytes below the control bytes.
 */

/** The full buckets of a hash table, as indexes of words. */
export type Table = number[];

/** The control bytes that a search looks at together, and that of an empty bucket. */
const GROUP = 8;
const EMPTY = 255;
/** Hashes that are remembered, so that they are computed once for an account. */
const MAX_HASHES = 10_000;

/** Reads a hash table. @throws DevnetError INTERNAL if there is no such table */
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

/** Searches hash tables of one session by their keys. */
export type Search = (view: View, header: number, bucketBytes: number, text: string) => number | undefined;

/** Returns a function that returns the bucket that begins with a string; undefined if there is none. */
export function createSearch(): Search {
  /** Where a search begins, and what the control byte of the bucket is. */
  const hashes = new Map<string, { start: number; mark: number }>();

  function hashOf({ words }: View, header: number, text: string): { start: number; mark: number } {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const [a = 0, b = 0, c = 0, d = 0] = words.subarray(header / 4 + 4, header / 4 + 8);
    const hash = hashText(text, [(BigInt(b) << 32n) | BigInt(a), (BigInt(d) << 32n) | BigInt(c)]);
    if (hashes.size >= MAX_HASHES) hashes.clear();
    const found = { start: Number(hash & 0x7fffffffn), mark: Number((hash >> 25n) & 0x7fn) };
    hashes.set(text, found);
    return found;
  }

  return (view, header, bucketBytes, text) => {
    const { bytes, words } = view;
    const { start, mark } = hashOf(view, header, text);
    const [control = 0, mask = 0] = words.subarray(header / 4, header / 4 + 2);
    for (let from = start, step = 0; step <= mask; step += GROUP, from += step) {
      let isLast = false;
      for (let i = 0; i < GROUP; i++) {
        const bucket = (from + i) & mask;
        const byte = bytes[control + bucket];
        const at = (control - (bucket + 1) * bucketBytes) / 4;
        if (byte === mark && view.equals(at, text)) return at;
        isLast ||= byte === EMPTY;
      }
      if (isLast) return undefined;
    }
    return undefined;
  };
}
