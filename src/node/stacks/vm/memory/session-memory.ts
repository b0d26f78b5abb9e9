import type { WasmMemory } from '../machine/webassembly.js';
import { appendEntry, lastEntry } from './b-tree.js';
import { createSearch, readTable, type Table } from './hash-table.js';
import { otherLayout } from './other-layout.js';
import { liveView, type Text, type View, viewOf } from './view.js';

/*
 * The layout of a session in linear memory, for one build of the VM: images and tables carry the digest of the build, and `probe` checks at
 * boot what this file assumes. Words have 32 bits. A session has at fixed distances from its address:
 * - The burnchain, a struct that begins with the default PoX lengths, 50 and 1050. Word 3 is the burn height, word 5 the Stacks height. Word 7 is the
 *   last burn height for which the VM asks its origin; it makes up the hashes of later ones.
 * - The values, a hash table. A bucket has 24 bytes: the key (capacity, address, length), then a B-tree map from Stacks height to value.
 * - The burn blocks, a hash table. A bucket has 128 bytes: the time of the block is word 24, with its upper half in the next; the height is word 31.
 * - The metadata of contracts, a hash table. A bucket has 36 bytes: three strings, the contract, the key and the value.
 */
const BURNCHAIN = 564;
const BURN_BLOCKS = { header: 360, bucketBytes: 128 };
const STACKS_HEIGHT = 5;
const BURN_TIME = 24;
const BURN_HEIGHT = 31;
const VALUES = { header: 696, bucketBytes: 24 };
const METADATA = { header: 728, bucketBytes: 36 };
const PREPARE_LENGTH = 50;
const REWARD_LENGTH = 1050;
/** The genesis of Bitcoin, before which no block was. */
const FIRST_TIME = 1_231_006_505;
/** A balance of which nothing is locked (stacks-core: `STXBalance`), as hex: the amount, then zeros. */
const PLAIN_BALANCE = /^([0-9a-f]{32})0{48}$/;

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
  /** Reads the values and metadata of contracts. Values of no contract count as those of the contract ''. */
  read(isWanted: (contract: string) => boolean): Datastore;
  /** Metadata that the session has written, or read from its origin; undefined if it has not. */
  metadata(contract: string, key: string): string | undefined;
  /** Returns the contract of a deployer that has this metadata; undefined if none has. */
  contractWith(deployer: string, key: string, text: string): string | undefined;
  /** Replaces metadata that the session has. */
  setMetadata(contract: string, key: string, text: string): void;
  /** Replaces the hash of the source of a contract that the session has, as hex. */
  setHash(contract: string, hash: string): void;
  /**
   * Moves micro-STX from one principal to another one, as the VM itself does, at a fraction of its time.
   * @returns false, without an effect, unless both have a balance in memory of which nothing is locked, and that of the first is enough
   */
  moveStx(from: string, to: string, amount: bigint): boolean;
  /** Sets when a burn block was, in seconds since 1970. @returns the time before @throws DevnetError INTERNAL for a height that is not there */
  exchangeBurnTime(height: number, time: number): number;
  /** Makes the VM ask its origin for the hash of each burn block up to the tip. */
  askForBurnHashes(): void;
  /** Ensures that the memory is laid out as this file assumes. @throws DevnetError INTERNAL that says what is not */
  probe(heights: { burn: number; stacks: number }): void;
};

/** The VM's own allocator: the VM will free what we put in place of its strings. Addresses are multiples of 8. */
export type Allocator = { allocate(bytes: number): number; free(address: number, bytes: number): void };

/** @param address of the session; a restore may change it */
export function sessionMemory(memory: WasmMemory, { allocate, free }: Allocator, address: () => number): SessionMemory {
  const values = (view: View): Table => readTable(view, address() + VALUES.header, VALUES.bucketBytes);
  const current = liveView(() => memory);
  const search = createSearch();
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

  function findValue(view: View, key: string): number | undefined {
    return search(view, address() + VALUES.header, VALUES.bucketBytes, key);
  }

  /** Returns the word at which the newest value in a bucket is, a string. */
  function newest(view: View, bucket: number): number {
    return lastEntry(view, bucket + 3).string;
  }

  /** Returns the bucket of a principal's balance and the amount; undefined if it is not in memory, or a part of it is locked. */
  function plainBalance(principal: string): { bucket: number; amount: bigint } | undefined {
    const view = current();
    const bucket = findValue(view, `vm-account::${principal}::19`);
    if (bucket === undefined) return undefined;
    const [, amount] = PLAIN_BALANCE.exec(view.string(newest(view, bucket))) ?? [];
    return amount === undefined ? undefined : { bucket, amount: BigInt(`0x${amount}`) };
  }

  /** Writes at the height of the open block. Values of earlier blocks stay: contracts read them with `at-block`. */
  function setBalance(bucket: number, amount: bigint): void {
    const { words, bytes, text } = current();
    const height = words[(address() + BURNCHAIN) / 4 + STACKS_HEIGHT] ?? 0;
    const balance = amount.toString(16).padStart(32, '0').padEnd(80, '0');
    const last = lastEntry(current(), bucket + 3);
    if (words[last.height] === height) bytes.write(balance, text(last.string).address, 'latin1');
    else appendEntry(current, allocate, bucket + 3, height, balance);
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
      const at = findValue(view, `clarity-contract::${contract}`);
      // The height follows the hash.
      if (at !== undefined) view.bytes.write(hash, view.text(newest(view, at)).address, 'latin1');
    },
    moveStx(from, to, amount) {
      const [payer, payee] = [plainBalance(from), plainBalance(to)];
      if (payer === undefined || payee === undefined || payer.bucket === payee.bucket || payer.amount < amount) return false;
      setBalance(payer.bucket, payer.amount - amount);
      setBalance(payee.bucket, payee.amount + amount);
      return true;
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
    probe({ burn, stacks }) {
      const view = viewOf(memory);
      const words = view.words.subarray((address() + BURNCHAIN) / 4);
      const found = [words[0], words[1], words[3], words[STACKS_HEIGHT]].join();
      const expected = [PREPARE_LENGTH, REWARD_LENGTH, burn, stacks].join();
      if (found !== expected) throw otherLayout(`a burnchain of ${found} instead of ${expected}`);
      const at = findBurnTime(view, burn);
      if ((view.words[at] ?? 0) < FIRST_TIME || view.words[at + 1] !== 0) throw otherLayout(`a burn block at ${view.words[at]}`);
      if (values(view).length === 0) throw otherLayout('no values');
      expectStrings('a value', values(view), (at) => [view.text(at), view.text(newest(view, at))]);
      for (const at of values(view)) if (findValue(view, view.string(at)) !== at) throw otherLayout('another hash of values');
      expectStrings('metadata', metadata(view), (at) => [view.text(at), view.text(at + 3), view.text(at + 6)]);

      function expectStrings(what: string, table: Table, strings: (at: number) => Text[]): void {
        for (const text of table.flatMap(strings)) if (!view.isText(text)) throw otherLayout(`${what} outside of the memory`);
      }
    },
  };
}
