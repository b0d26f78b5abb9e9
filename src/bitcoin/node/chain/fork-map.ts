/** `next` is another key with the same 32-bit hash. */
type Leaf<V> = { hash: number; key: string; value: V; next: Leaf<V> | undefined };
/** `slots` has one child per bit set in `bitmap`. Only the map with the token `owner` may change it in place. */
type Branch<V> = { owner: object; bitmap: number; slots: (Branch<V> | Leaf<V>)[] };
type Node<V> = Branch<V> | Leaf<V>;

const BITS_PER_LEVEL = 5;
const LEVEL_MASK = 31;

/**
 * A map with string keys and a constant-time {@link ForkMap.fork}: both maps share the parts that neither changes afterwards. So a
 * snapshot of a long chain costs as much as one of an empty chain, and a block connects on a fork that is dropped on failure.
 *
 * A hash array mapped trie in its canonical form: the order of iteration depends only on the keys, not on history.
 * The first 8 characters of keys should differ, as those of hashes do.
 */
export class ForkMap<V> {
  #root: Branch<V>;
  #owner: object;
  #size: number;

  constructor() {
    this.#owner = {};
    this.#root = { owner: this.#owner, bitmap: 0, slots: [] };
    this.#size = 0;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns an independent copy, in constant time. */
  fork(): ForkMap<V> {
    const copy = new ForkMap<V>();
    copy.#root = this.#root;
    copy.#size = this.#size;
    // A new token for both: neither map owns the shared nodes any more.
    this.#owner = {};
    return copy;
  }

  /** Whether neither map has changed since one was a fork of the other. May be false for equal maps. */
  isSame(other: ForkMap<V>): boolean {
    return this.#root === other.#root;
  }

  get(key: string): V | undefined {
    return this.#leaf(key)?.value;
  }

  has(key: string): boolean {
    return this.#leaf(key) !== undefined;
  }

  set(key: string, value: V): void {
    this.#root = this.#editable(this.#root);
    this.#insert(this.#root, { hash: hashKey(key), key, value, next: undefined });
  }

  /** Removes a key. @returns whether the map had it */
  delete(key: string): boolean {
    if (this.#leaf(key) === undefined) return false;
    this.#root = this.#editable(this.#root);
    this.#remove(this.#root, hashKey(key), 0, key);
    this.#size--;
    return true;
  }

  *entries(): Generator<[key: string, value: V]> {
    for (const { key, value } of leaves(this.#root)) yield [key, value];
  }

  *values(): Generator<V> {
    for (const { value } of leaves(this.#root)) yield value;
  }

  #leaf(key: string): Leaf<V> | undefined {
    const hash = hashKey(key);
    let node: Node<V> | undefined = this.#root;
    for (let shift = 0; node !== undefined && isBranch(node); shift += BITS_PER_LEVEL) {
      const bit = bitAt(hash, shift);
      node = (node.bitmap & bit) === 0 ? undefined : node.slots[slotOf(node.bitmap, bit)];
    }
    while (node !== undefined && node.key !== key) node = node.next;
    return node;
  }

  #editable(branch: Branch<V>): Branch<V> {
    return branch.owner === this.#owner ? branch : { owner: this.#owner, bitmap: branch.bitmap, slots: branch.slots.slice() };
  }

  #insert(root: Branch<V>, leaf: Leaf<V>): void {
    let branch = root;
    for (let shift = 0; ; shift += BITS_PER_LEVEL) {
      const bit = bitAt(leaf.hash, shift);
      const slot = slotOf(branch.bitmap, bit);
      const child = (branch.bitmap & bit) === 0 ? undefined : branch.slots[slot];
      if (child === undefined) {
        branch.bitmap |= bit;
        branch.slots.splice(slot, 0, leaf);
        this.#size++;
        return;
      }
      if (isBranch(child)) {
        const next = this.#editable(child);
        branch.slots[slot] = next;
        branch = next;
      } else if (child.hash === leaf.hash) {
        const others = withoutKey(child, leaf.key);
        if (chainLength(others) === chainLength(child)) this.#size++;
        branch.slots[slot] = { ...leaf, next: others };
        return;
      } else {
        const next: Branch<V> = { owner: this.#owner, bitmap: bitAt(child.hash, shift + BITS_PER_LEVEL), slots: [child] };
        branch.slots[slot] = next;
        branch = next;
      }
    }
  }

  /** Removes an existing key. A branch that keeps a single leaf is replaced by this leaf. */
  #remove(branch: Branch<V>, hash: number, shift: number, key: string): void {
    const bit = bitAt(hash, shift);
    const slot = slotOf(branch.bitmap, bit);
    const child = branch.slots[slot];
    if (child === undefined) return;
    if (isBranch(child)) {
      const next = this.#editable(child);
      this.#remove(next, hash, shift + BITS_PER_LEVEL, key);
      const [only] = next.slots;
      branch.slots[slot] = next.slots.length === 1 && only !== undefined && !isBranch(only) ? only : next;
      return;
    }
    const rest = withoutKey(child, key);
    if (rest !== undefined) {
      branch.slots[slot] = rest;
    } else {
      branch.bitmap &= ~bit;
      branch.slots.splice(slot, 1);
    }
  }
}

function isBranch<V>(node: Node<V>): node is Branch<V> {
  return 'slots' in node;
}

function* leaves<V>(branch: Branch<V>): Generator<Leaf<V>> {
  for (const child of branch.slots) {
    if (isBranch(child)) yield* leaves(child);
    else for (let leaf: Leaf<V> | undefined = child; leaf !== undefined; leaf = leaf.next) yield leaf;
  }
}

function withoutKey<V>(leaf: Leaf<V> | undefined, key: string): Leaf<V> | undefined {
  if (leaf === undefined) return undefined;
  if (leaf.key === key) return leaf.next;
  return { ...leaf, next: withoutKey(leaf.next, key) };
}

function chainLength<V>(leaf: Leaf<V> | undefined): number {
  let length = 0;
  for (let at = leaf; at !== undefined; at = at.next) length++;
  return length;
}

function bitAt(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & LEVEL_MASK);
}

/** Returns the index of the child of `bit`. */
function slotOf(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1);
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** FNV-1a over the start and the end of the key, where hashes and output indexes differ, then mixed. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  const head = Math.min(8, key.length);
  for (let i = 0; i < head; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  for (let i = Math.max(head, key.length - 5); i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
