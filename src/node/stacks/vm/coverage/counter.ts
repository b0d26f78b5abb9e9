import { encodeAddress } from '../../../../chains/stacks/codec/c32.js';
import type { WasmMemory } from '../machine/webassembly.js';

/** How often expressions were evaluated: by contract (`ST….name`), then by the id of the expression. */
export type Hits = Map<string, Map<number, number>>;

/** Counts the expressions that a VM evaluates. It serves all instances of a VM, one after another. */
export type Counter = {
  /** Has to be called before each evaluation, with the addresses of the invocation and of the expression. */
  before(memory: WasmMemory, invocation: number, expression: number): void;
  /** Counts what `run` evaluates; other evaluations are not counted. */
  record<T>(run: () => T): { result: T; hits: Hits };
  /** Runs something that repeats what was counted before. */
  pause<T>(run: () => T): T;
};

/*
 * The layout of the VM's structs, for one build of it; words have 32 bits.
 * - An invocation has the address of the contract at word 27.
 * - A contract has the address of its name at word 75, the length at word 76, then 20 bytes of its deployer's hash and the version.
 * - An expression has 176 bytes: its type at word 0, its id at word 32. That of a list is followed by capacity, address and length of its
 *   elements; that of an atom by the same of its name.
 */
const CONTRACT = 27;
const NAME = 75;
const DEPLOYER_BYTES = 77 * 4;
const HASH_LENGTH = 20;
const EXPRESSION_BYTES = 176;
const ID = 32;
const ATOM = 1;
const LIST = 2;
/** They evaluate a function that is their first argument. */
const ITERATORS = new Set(['fold', 'map', 'filter']);

export function createCounter(): Counter {
  let current: Hits | undefined;
  let words = new Uint32Array();
  let bytes = Buffer.alloc(0);
  /** The last contract, as its bytes in memory, and the counts of its expressions. */
  let last: { id: Buffer; counts: Map<number, number> } | undefined;

  const countsOf = (hits: Hits, contract: number): Map<number, number> => {
    const [address = 0, length = 0] = [words[contract / 4 + NAME], words[contract / 4 + NAME + 1]];
    const deployer = contract + DEPLOYER_BYTES;
    const size = HASH_LENGTH + 1;
    if (
      last !== undefined &&
      last.id.length === size + length &&
      last.id.compare(bytes, deployer, deployer + size, 0, size) === 0 &&
      last.id.compare(bytes, address, address + length, size) === 0
    ) {
      return last.counts;
    }
    const id = Buffer.concat([bytes.subarray(deployer, deployer + size), bytes.subarray(address, address + length)]);
    const principal = `${encodeAddress({ hash: id.subarray(0, HASH_LENGTH), version: id[HASH_LENGTH] ?? 0 })}.${id.toString('latin1', size)}`;
    const counts = hits.get(principal) ?? new Map<number, number>();
    hits.set(principal, counts);
    last = { id, counts };
    return counts;
  };
  /** A list counts as its first element: the function that it calls. */
  const count = (counts: Map<number, number>, expression: number): void => {
    const at = expression / 4;
    if (words[at] === LIST) {
      const [first = 0, length = 0] = [words[at + 2], words[at + 3]];
      if (length === 0) return;
      if (length > 1 && words[first / 4] === ATOM && ITERATORS.has(atom(first))) count(counts, first + EXPRESSION_BYTES);
      count(counts, first);
      return;
    }
    const id = words[at + ID] ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };
  const atom = (expression: number): string => {
    const [address = 0, length = 0] = [words[expression / 4 + 2], words[expression / 4 + 3]];
    return length > 6 ? '' : bytes.toString('latin1', address, address + length);
  };
  return {
    before({ buffer }, invocation, expression) {
      if (current === undefined) return;
      // Memory that grew has another buffer.
      if (words.buffer !== buffer) {
        words = new Uint32Array(buffer);
        bytes = Buffer.from(buffer);
      }
      count(countsOf(current, words[(invocation >>> 2) + CONTRACT] ?? 0), expression >>> 0);
    },
    record(run) {
      const hits: Hits = new Map();
      const before = current;
      current = hits;
      last = undefined;
      try {
        return { result: run(), hits };
      } finally {
        current = before;
        last = undefined;
      }
    },
    pause(run) {
      const before = current;
      current = undefined;
      try {
        return run();
      } finally {
        current = before;
        last = undefined;
      }
    },
  };
}
