import { equalValues } from '../values/equal.js';
import { hashOfValue } from '../values/hash.js';
import type { Value } from '../values/value.js';

/**
 * A persistent map from Clarity values: setting an entry gives another map, and both share all other entries.
 *
 * A map is a tree of nodes with up to 32 branches, chosen by five bits of the key's hash at each level (a hash array mapped trie). Who
 * passes the same {@link Owner} for several changes in a row changes the nodes that it made itself in place.
 */
export type Trie<T> = TrieNode<T>;

/**
 * Identifies the writer that may change a node. A new one after each snapshot preserves the nodes of the snapshot. It is a number, because
 * old states have many nodes, and each would keep an object alive.
 */
export type Owner = number & { readonly owner: true };

let owners = 0;

export function newOwner(): Owner {
  return ++owners as Owner;
}

class Entry<T> {
  readonly hash: number;
  readonly key: Value;
  readonly value: T;
  constructor(hash: number, key: Value, value: T) {
    this.hash = hash;
    this.key = key;
    this.value = value;
  }
}

/** Entries whose hashes are equal. */
class Collision<T> {
  readonly hash: number;
  readonly entries: readonly Entry<T>[];
  constructor(hash: number, entries: readonly Entry<T>[]) {
    this.hash = hash;
    this.entries = entries;
  }
}

type Branch<T> = TrieNode<T> | Entry<T> | Collision<T>;

class TrieNode<T> {
  readonly owner: Owner | undefined;
  /** Which of the 32 branches there are. */
  mask: number;
  readonly branches: Branch<T>[];
  constructor(owner: Owner | undefined, mask: number, branches: Branch<T>[]) {
    this.owner = owner;
    this.mask = mask;
    this.branches = branches;
  }
}

const BITS = 5;

/** Returns a map without entries. */
export function emptyTrie<T>(): Trie<T> {
  return new TrieNode<T>(undefined, 0, []);
}

export function isTrie(value: unknown): value is Trie<unknown> {
  return value instanceof TrieNode;
}

/** Returns the value of a key, or undefined. */
export function getEntry<T>(trie: Trie<T>, key: Value): T | undefined {
  const hash = hashOfValue(key);
  let node = trie;
  for (let shift = 0; ; shift += BITS) {
    const bit = 1 << ((hash >>> shift) & 31);
    if ((node.mask & bit) === 0) return undefined;
    const branch = node.branches[countBits(node.mask & (bit - 1))];
    if (branch instanceof TrieNode) node = branch;
    else if (branch instanceof Entry) return branch.hash === hash && equalValues(branch.key, key) ? branch.value : undefined;
    else return (branch as Collision<T>).entries.find((entry) => equalValues(entry.key, key))?.value;
  }
}

/** Returns the map with another value of a key. */
export function setEntry<T>(trie: Trie<T>, owner: Owner, key: Value, value: T): Trie<T> {
  return setIn(trie, owner, new Entry(hashOfValue(key), key, value), 0);
}

function setIn<T>(node: TrieNode<T>, owner: Owner, entry: Entry<T>, shift: number): TrieNode<T> {
  const bit = 1 << ((entry.hash >>> shift) & 31);
  const at = countBits(node.mask & (bit - 1));
  if ((node.mask & bit) === 0) return insert(node, owner, bit, at, entry);
  const branch = node.branches[at] as Branch<T>;
  const next = branch instanceof TrieNode ? setIn(branch, owner, entry, shift + BITS) : join(branch, owner, entry, shift + BITS);
  if (next === branch) return node;
  if (node.owner === owner) {
    node.branches[at] = next;
    return node;
  }
  const branches = node.branches.slice();
  branches[at] = next;
  return new TrieNode(owner, node.mask, branches);
}

function insert<T>(node: TrieNode<T>, owner: Owner, bit: number, at: number, entry: Entry<T>): TrieNode<T> {
  if (node.owner === owner) {
    node.branches.splice(at, 0, entry);
    node.mask |= bit;
    return node;
  }
  return new TrieNode(owner, node.mask | bit, node.branches.toSpliced(at, 0, entry));
}

/** Puts an entry where there is another one, or several with one hash. */
function join<T>(branch: Entry<T> | Collision<T>, owner: Owner, entry: Entry<T>, shift: number): Branch<T> {
  if (branch.hash !== entry.hash) return split(owner, branch, entry, shift);
  const entries = branch instanceof Entry ? [branch] : branch.entries;
  const others = entries.filter(({ key }) => !equalValues(key, entry.key));
  if (others.length > 0) return new Collision(entry.hash, [...others, entry]);
  // All versions share one key.
  return new Entry(entry.hash, entries[0]?.key ?? entry.key, entry.value);
}

function split<T>(owner: Owner, a: Entry<T> | Collision<T>, b: Entry<T>, shift: number): TrieNode<T> {
  const [first, second] = [(a.hash >>> shift) & 31, (b.hash >>> shift) & 31];
  if (first === second) return new TrieNode<T>(owner, 1 << first, [split(owner, a, b, shift + BITS)]);
  return new TrieNode<T>(owner, (1 << first) | (1 << second), first < second ? [a, b] : [b, a]);
}

/** Lists the entries, in no order that matters. */
export function* entriesOf<T>(trie: Trie<T>): Generator<readonly [key: Value, value: T]> {
  for (const branch of trie.branches) {
    if (branch instanceof TrieNode) yield* entriesOf(branch);
    else if (branch instanceof Entry) yield [branch.key, branch.value];
    else for (const { key, value } of branch.entries) yield [key, value];
  }
}

/** Lists the entries that were set in `after` since `before`, one of its earlier versions, with both values, in no order that matters. */
export function* changedEntries<T>(before: Trie<T>, after: Trie<T>): Generator<readonly [key: Value, before: T | undefined, after: T]> {
  if (before === after) return;
  let index = 0;
  for (let bit = 1, left = after.mask; left !== 0; bit <<= 1) {
    if ((left & bit) === 0) continue;
    left &= ~bit;
    const branch = after.branches[index++] as Branch<T>;
    const known = (before.mask & bit) === 0 ? undefined : before.branches[countBits(before.mask & (bit - 1))];
    if (branch === known) continue;
    if (branch instanceof TrieNode && known instanceof TrieNode) yield* changedEntries(known, branch);
    else {
      for (const [key, value] of entriesIn(branch)) {
        const earlier = entriesIn(known).find(([other]) => equalValues(other, key))?.[1];
        if (earlier !== value) yield [key, earlier, value];
      }
    }
  }
}

function entriesIn<T>(branch: Branch<T> | undefined): (readonly [key: Value, value: T])[] {
  if (branch === undefined) return [];
  if (branch instanceof Entry) return [[branch.key, branch.value]];
  if (branch instanceof TrieNode) return [...entriesOf(branch)];
  return branch.entries.map(({ key, value }) => [key, value]);
}

function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
