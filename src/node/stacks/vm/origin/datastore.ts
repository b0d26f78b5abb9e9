import type { WasmMemory } from '../machine/webassembly.js';

/*
 * The layout of a session's state in linear memory, for one build of the VM; the digest of the build is checked. Words have 32 bits:
 * - A hash table (hashbrown) is four words: address of the control bytes, bucket mask, growth left, items. A control byte below 128 marks a full
 *   bucket. Bucket i ends i × size bytes below the control bytes.
 * - A bucket of values is 24 bytes: the key (capacity, address, length), then a B-tree map from height to value. In a new session each map is one
 *   leaf: value i begins at word 12 + 3i, and the upper half of word 45 is the number of values.
 * - A bucket of metadata is 36 bytes: three strings, the contract, the key and the value.
 * - The burnchain is a struct that begins with the default PoX lengths, 50 and 1050. Word 3 is the burn height. Word 7 is the last burn height
 *   for which the VM asks its origin; it makes up the hashes of later ones.
 */

/** A text in linear memory. */
type Text = { readonly address: number; readonly length: number };

/** Metadata of one contract (`ST….pox-4`) under one key (`vm-metadata::9::contract`, `analysis`). */
export type Metadata = { contract: string; key: string; text: Text };

/** The values and metadata of a session. */
export type Datastore = {
  /** Hex without 0x (the supply of a token is a decimal), by the key that the VM hashes, for example `vm::ST….pox-4::1::configured`. */
  values: Map<string, string>;
  metadata: { contract: string; key: string; text: string }[];
};

const VALUE_BUCKET = 24;
const METADATA_BUCKET = 36;
const MAX_BUCKETS = 1 << 20;
const VALUE_KEY = /^(?:vm|vm-account|vm-epoch|_stx-data|clarity-contract)(?:::|_)/;
const METADATA_KEY = /^(?:vm-metadata::|analysis)/;
/** The longest key that the patterns need. */
const PREFIX = 32;

/**
 * Reads all values and metadata of a new session. The VM itself lists neither.
 * @throws Error if the memory does not have exactly one table of each kind, or a value is not where it is expected
 */
export function readDatastore(memory: WasmMemory): Datastore {
  const view = viewOf(memory);
  const values = new Map<string, string>();
  for (const at of findTable('values', view, VALUE_BUCKET, (bucket) => VALUE_KEY.test(view.prefix(bucket)))) {
    const key = view.string(at);
    const leaf = view.word(at + 3) / 4;
    const count = view.word(leaf + 45) >>> 16;
    const value = view.word(at + 4) === 0 && count > 0 ? view.string(leaf + 12 + 3 * (count - 1)) : '';
    if (!/^[0-9a-f]+$/.test(value)) throw new Error(`the value of ${key} is not where the Clarity VM is expected to have it`);
    values.set(key, value);
  }
  const metadata = findMetadata(memory).map(({ text, ...entry }) => ({ ...entry, text: view.decode(text) }));
  return { values, metadata };
}

/** Finds the metadata of all contracts that a session has read or written so far. @throws Error if the memory does not have exactly one such table */
export function findMetadata(memory: WasmMemory): Metadata[] {
  const view = viewOf(memory);
  const isBucket = (at: number): boolean => METADATA_KEY.test(view.prefix(at + 3)) && view.text(at) !== undefined;
  return findTable('metadata', view, METADATA_BUCKET, isBucket).map((at) => ({
    contract: view.string(at),
    key: view.string(at + 3),
    text: view.text(at + 6) ?? { address: 0, length: 0 },
  }));
}

/** Finds the structs that may be the burnchain at a burn height, as addresses. Old copies may remain in memory. */
export function findBurnchains({ buffer }: WasmMemory, burnHeight: number): number[] {
  const words = new Uint32Array(buffer);
  const found: number[] = [];
  for (let at = words.indexOf(PREPARE_LENGTH); at >= 0; at = words.indexOf(PREPARE_LENGTH, at + 1)) {
    if (words[at + 1] === REWARD_LENGTH && words[at + 3] === burnHeight) found.push(at * 4);
  }
  return found;
}

const PREPARE_LENGTH = 50;
const REWARD_LENGTH = 1050;

/** Makes the VM ask its origin for the hash of each burn block up to the tip. */
export function enableBurnHashes({ buffer }: WasmMemory, burnchain: number): void {
  new Uint32Array(buffer)[burnchain / 4 + 7] = 0xffffffff;
}

type View = ReturnType<typeof viewOf>;

function viewOf({ buffer }: WasmMemory) {
  const bytes = Buffer.from(buffer);
  const words = new Uint32Array(buffer);
  const word = (at: number): number => words[at] ?? 0;
  const text = (at: number): Text | undefined => {
    const [capacity, address, length] = [word(at), word(at + 1), word(at + 2)];
    return length <= capacity && address > 1024 && address + length <= bytes.length ? { address, length } : undefined;
  };
  const decode = ({ address, length }: Text): string => bytes.toString('utf8', address, address + length);
  return {
    bytes,
    words,
    word,
    text,
    decode,
    string: (at: number) => decode(text(at) ?? { address: 0, length: 0 }),
    prefix(at: number) {
      const found = text(at);
      return found === undefined ? '' : bytes.toString('latin1', found.address, found.address + Math.min(found.length, PREFIX));
    },
  };
}

/** Returns the full buckets, as word indexes, of the only table with buckets that all pass the check. The stack has stale copies of its header. */
function findTable(what: string, { bytes, words, word }: View, bucketBytes: number, isBucket: (at: number) => boolean): number[] {
  const found = new Map<number, number[]>();
  for (let at = 256; at < words.length - 4; at++) {
    const mask = word(at + 1);
    if (mask === 0 || (mask & (mask + 1)) !== 0 || mask >= MAX_BUCKETS) continue;
    const [control, growth, items] = [word(at), word(at + 2), word(at + 3)];
    const size = mask + 1;
    if (items === 0 || items + growth > size || control % 4 !== 0) continue;
    if (control + size > bytes.length || control - size * bucketBytes < 1024) continue;
    const buckets: number[] = [];
    for (let i = 0; i < size && buckets.length <= items; i++) {
      if ((bytes[control + i] ?? 128) < 128) buckets.push((control - (i + 1) * bucketBytes) / 4);
    }
    if (buckets.length === items && buckets.every(isBucket)) found.set(control, buckets);
  }
  const [buckets, ...others] = found.values();
  if (buckets === undefined || others.length > 0) {
    throw new Error(`expected one table of ${what} in the memory of the Clarity VM, found ${found.size}`);
  }
  return buckets;
}
