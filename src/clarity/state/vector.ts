import type { Owner } from './trie.js';

/**
 * A persistent array: setting an item gives another array, and both share all other items. Items that were never set are undefined. As in
 * {@link Trie}, an owner changes nodes that it made itself in place.
 */
export type Vector<T> = { readonly depth: number; readonly root: VectorNode<T> };

class VectorNode<T> {
  readonly owner: Owner | undefined;
  readonly items: (VectorNode<T> | T | undefined)[];
  constructor(owner: Owner | undefined, items: (VectorNode<T> | T | undefined)[]) {
    this.owner = owner;
    this.items = items;
  }
}

const BITS = 5;

export function emptyVector<T>(): Vector<T> {
  return { depth: 0, root: new VectorNode<T>(undefined, []) };
}

export function getItem<T>({ depth, root }: Vector<T>, index: number): T | undefined {
  if (index >>> (BITS * (depth + 1)) !== 0) return undefined;
  let node: VectorNode<T> | undefined = root;
  for (let shift = BITS * depth; shift > 0; shift -= BITS) {
    node = node.items[(index >>> shift) & 31] as VectorNode<T> | undefined;
    if (node === undefined) return undefined;
  }
  return node.items[index & 31] as T | undefined;
}

/** Lists the items that were set, in order. */
export function* itemsOf<T>({ depth, root }: Vector<T>): Generator<readonly [index: number, item: T]> {
  yield* itemsIn<T>(root, BITS * depth, 0);
}

function* itemsIn<T>(node: VectorNode<T>, shift: number, first: number): Generator<readonly [index: number, item: T]> {
  for (const [at, item] of node.items.entries()) {
    if (item === undefined) continue;
    const index = first + (at << shift);
    if (shift === 0) yield [index, item as T];
    else yield* itemsIn(item as VectorNode<T>, shift - BITS, index);
  }
}

export function setItem<T>(vector: Vector<T>, owner: Owner, index: number, item: T): Vector<T> {
  let { depth, root } = vector;
  while (index >>> (BITS * (depth + 1)) !== 0) {
    root = new VectorNode<T>(owner, [root]);
    depth++;
  }
  const next = setIn(root, owner, BITS * depth, index, item);
  return next === vector.root ? vector : { depth, root: next };
}

function setIn<T>(node: VectorNode<T> | undefined, owner: Owner, shift: number, index: number, item: T): VectorNode<T> {
  const own = node?.owner === owner ? node : new VectorNode<T>(owner, node === undefined ? [] : node.items.slice());
  const at = (index >>> shift) & 31;
  own.items[at] = shift === 0 ? item : setIn(own.items[at] as VectorNode<T> | undefined, owner, shift - BITS, index, item);
  return own;
}
