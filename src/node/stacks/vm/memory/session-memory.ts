import type { WasmMemory } from '../machine/webassembly.js';
import { readTable, type Table } from './hash-table.js';
import { otherLayout } from './other-layout.js';
import { type Text, type View, viewOf } from './view.js';

/*
 * The layout of a session in linear memory, for one build of the VM: images and tables carry the digest of the build, and `probe` checks at
 * boot what this file assumes. Words have 32 bits. A session has at fixed distances from its address:
 * - The burnchain, a struct that begins with the default PoX lengths, 50 and 1050. Word 3 is the burn height. Word 7 is the last burn height
 *   for which the VM asks its origin; it makes up the hashes of later ones.
 * - The values, a hash table. A bucket has 24 bytes: the key (capacity, address, length), then a B-tree map from height to value: root, depth,
 *   length. A map of at most 11 values is one leaf: value i begins at word 12 + 3i.
 * - The burn blocks, a hash table. A bucket has 128 bytes: the time of the block is word 24, with its upper half in the next; the height is word 31.
 * - The metadata of contracts, a hash table. A bucket has 36 bytes: three strings, the contract, the key and the value.
 */
const BURNCHAIN = 564;
const BURN_BLOCKS = { header: 360, bucketBytes: 128 };
const BURN_TIME = 24;
const BURN_HEIGHT = 31;
const VALUES = { header: 696, bucketBytes: 24 };
const METADATA = { header: 728, bucketBytes: 36 };
const PREPARE_LENGTH = 50;
const REWARD_LENGTH = 1050;
/** The genesis of Bitcoin, before which no block was. */
const FIRST_TIME = 1_231_006_505;
const LEAF_VALUES = 12;
const MAX_LEAF = 11;

/** The values and metadata of a session. */
export type Datastore = {
  /** Hex without 0x (the supply of a token is a decimal), by the key that the VM hashes, for example `vm::ST….pox-4::1::configured`. */
  values: Map<string, string>;
  /** Of a contract (`ST….pox-4`) under a key (`vm-metadata::9::contract`, `analysis`). */
  metadata: { contract: string; key: string; text: string }[];
};

/** Returns the contract that a value belongs to, from its key: `vm::ST….pox-4::1::configured`, `clarity-contract::ST….pox-4`. */
export function contractOf(key: string): string | undefined {
  return /^(?:vm|clarity-contract)::([^:]+\.[^:]+)/.exec(key)?.[1];
}

/** What the VM has no function for, read and written in its memory. */
export type SessionMemory = {
  /**
   * Reads the values and metadata of contracts. Values of no contract count as those of the contract ''.
   * @throws DevnetError INTERNAL if one of the values was written more than 11 times
   */
  read(isWanted: (contract: string) => boolean): Datastore;
  /** Metadata that the session has written, or read from its origin; undefined if it has not. */
  metadata(contract: string, key: string): string | undefined;
  /** Returns the contract of a deployer that has this metadata; undefined if none has. */
  contractWith(deployer: string, key: string, text: string): string | undefined;
  /** Replaces metadata that the session has. */
  setMetadata(contract: string, key: string, text: string): void;
  /** Replaces the hash of the source of a contract that the session has, as hex. */
  setHash(contract: string, hash: string): void;
  /** Sets when a burn block was, in seconds since 1970. @returns the time before @throws DevnetError INTERNAL for a height that is not there */
  exchangeBurnTime(height: number, time: number): number;
  /** Makes the VM ask its origin for the hash of each burn block up to the tip. */
  askForBurnHashes(): void;
  /** Ensures that the memory is laid out as this file assumes. @throws DevnetError INTERNAL that says what is not */
  probe(burnHeight: number): void;
};

/** The VM's own allocator: the VM will free what we put in place of its strings. */
export type Allocator = { allocate(bytes: number): number; free(address: number, bytes: number): void };

/** @param address of the session; a restore may change it */
export function sessionMemory(memory: WasmMemory, { allocate, free }: Allocator, address: () => number): SessionMemory {
  const values = (view: View): Table => readTable(view, address() + VALUES.header, VALUES.bucketBytes);
  const metadata = (view: View): Table => readTable(view, address() + METADATA.header, METADATA.bucketBytes);

  /** Returns the word at which the string with this metadata is. */
  function findMetadata(view: View, contract: string, key: string): number | undefined {
    return metadata(view).find((at) => view.equals(at, contract) && view.equals(at + 3, key));
  }

  /** Returns the word at which the time of a burn block is. */
  function findBurnTime(view: View, height: number): number {
    const table = readTable(view, address() + BURN_BLOCKS.header, BURN_BLOCKS.bucketBytes);
    const at = table.find((bucket) => view.words[bucket + BURN_HEIGHT] === height);
    if (at === undefined) throw otherLayout(`no burn block ${height}`);
    return at + BURN_TIME;
  }

  function replace(at: number, text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    const target = allocate(bytes.length);
    const view = viewOf(memory);
    const old = view.text(at);
    const capacity = view.words[at] ?? 0;
    bytes.copy(view.bytes, target);
    view.words.set([bytes.length, target, bytes.length], at);
    if (capacity > 0) free(old.address, capacity);
  }

  /** Returns the word at which the newest of the values in a bucket begins. */
  function newest(view: View, bucket: number): number {
    const [root = 0, depth = 0, count = 0] = view.words.subarray(bucket + 3, bucket + 6);
    if (depth !== 0 || count === 0 || count > MAX_LEAF) throw otherLayout(`${count} values of ${view.string(bucket)} in ${depth} levels`);
    return root / 4 + LEAF_VALUES + 3 * (count - 1);
  }

  return {
    read(isWanted) {
      const view = viewOf(memory);
      const ofWanted = values(view).filter((at) => isWanted(contractOf(view.string(at)) ?? ''));
      return {
        values: new Map(ofWanted.map((at) => [view.string(at), view.string(newest(view, at))])),
        metadata: metadata(view)
          .filter((at) => isWanted(view.string(at)))
          .map((at) => ({ contract: view.string(at), key: view.string(at + 3), text: view.string(at + 6) })),
      };
    },
    metadata(contract, key) {
      const view = viewOf(memory);
      const at = findMetadata(view, contract, key);
      return at === undefined ? undefined : view.string(at + 6);
    },
    contractWith(deployer, key, text) {
      const view = viewOf(memory);
      const found = metadata(view).find(
        (at) => view.equals(at + 3, key) && view.equals(at + 6, text) && view.string(at).startsWith(`${deployer}.`),
      );
      return found === undefined ? undefined : view.string(found);
    },
    setMetadata(contract, key, text) {
      const at = findMetadata(viewOf(memory), contract, key);
      if (at !== undefined) replace(at + 6, text);
    },
    setHash(contract, hash) {
      const view = viewOf(memory);
      const at = values(view).find((bucket) => view.equals(bucket, `clarity-contract::${contract}`));
      // The height follows the hash.
      if (at !== undefined) view.bytes.write(hash, view.text(newest(view, at)).address, 'latin1');
    },
    exchangeBurnTime(height, time) {
      const view = viewOf(memory);
      const at = findBurnTime(view, height);
      const before = view.words[at] ?? 0;
      view.words.set([time, 0], at);
      return before;
    },
    askForBurnHashes() {
      viewOf(memory).words[(address() + BURNCHAIN) / 4 + 7] = 0xffffffff;
    },
    probe(burnHeight) {
      const view = viewOf(memory);
      const [prepare, reward, , height] = view.words.subarray((address() + BURNCHAIN) / 4);
      if (prepare !== PREPARE_LENGTH || reward !== REWARD_LENGTH || height !== burnHeight) {
        const expected = `${PREPARE_LENGTH}, ${REWARD_LENGTH} and height ${burnHeight}`;
        throw otherLayout(`a burnchain of ${prepare}, ${reward} and height ${height} instead of ${expected}`);
      }
      const at = findBurnTime(view, burnHeight);
      if ((view.words[at] ?? 0) < FIRST_TIME || view.words[at + 1] !== 0) throw otherLayout(`a burn block at ${view.words[at]}`);
      if (values(view).length === 0) throw otherLayout('no values');
      expectStrings('a value', values(view), (at) => [view.text(at)]);
      expectStrings('metadata', metadata(view), (at) => [view.text(at), view.text(at + 3), view.text(at + 6)]);

      function expectStrings(what: string, table: Table, strings: (at: number) => Text[]): void {
        for (const text of table.flatMap(strings)) if (!view.isText(text)) throw otherLayout(`${what} outside of the memory`);
      }
    },
  };
}
