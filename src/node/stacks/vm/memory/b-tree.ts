import { otherLayout } from './other-layout.js';
import type { View } from './view.js';

/*
 * A B-tree map of Rust from height to string is three words: root, depth, length. A node has the address of the node above it, up to 11 heights, as
 * many strings of three words, then its place in the node above (16 bits) and the number of its strings (16 bits). A node that is no leaf has up to
 * 12 addresses of nodes below in addition.
 */
const CAPACITY = 11;
const NODE = { heights: 1, strings: 12, place: 45, children: 46 };
const LEAF_BYTES = 4 * NODE.children;
const INNER_BYTES = LEAF_BYTES + 4 * (CAPACITY + 1);

/** An entry, by the words at which its height and its string are. */
export type Entry = { height: number; string: number };

/** Returns the entry with the greatest height of the tree at a word. */
export function lastEntry(view: View, tree: number): Entry {
  const path = lastNodes(view, tree);
  const leaf = path.at(-1) ?? 0;
  const count = countOf(view, leaf);
  if (count === 0 || count > CAPACITY) throw otherLayout(`a node of ${count} values`);
  return { height: leaf + NODE.heights + count - 1, string: leaf + NODE.strings + 3 * (count - 1) };
}

/**
 * Adds a string under a height above all others. A full node gives its last string to the node above it and stays; what is new goes into a node of its own.
 * @param current the view after allocations, which may move the memory
 */
export function appendEntry(current: () => View, allocate: (bytes: number) => number, tree: number, height: number, text: string): void {
  const bytes = Buffer.from(text, 'latin1');
  const address = allocate(bytes.length);
  bytes.copy(current().bytes, address);
  const path = lastNodes(current(), tree);
  let entry = [height, bytes.length, address, bytes.length];
  let below = 0;
  for (let level = 0; ; level++) {
    let node = path.pop();
    if (node === undefined) {
      const { words } = current();
      const [root = 0, depth = 0] = words.subarray(tree, tree + 2);
      node = createNode(level, root);
      current().words.set([4 * node, depth + 1], tree);
    }
    if (countOf(current(), node) < CAPACITY) {
      add(node, entry, below);
      break;
    }
    const { words } = current();
    const last = CAPACITY - 1;
    const moved = [
      words[node + NODE.heights + last] ?? 0,
      ...words.subarray(node + NODE.strings + 3 * last, node + NODE.strings + 3 * CAPACITY),
    ];
    setCount(node, last);
    const created = createNode(level, words[node + NODE.children + CAPACITY] ?? 0);
    add(created, entry, below);
    entry = moved;
    below = 4 * created;
  }
  const { words } = current();
  words[tree + 2] = (words[tree + 2] ?? 0) + 1;

  /** @returns the word at which a node without entries is */
  function createNode(level: number, firstChild: number): number {
    const node = allocate(level === 0 ? LEAF_BYTES : INNER_BYTES) / 4;
    current().words.fill(0, node, node + NODE.children);
    if (level > 0) setChild(node, 0, firstChild);
    return node;
  }

  function add(node: number, [key = 0, ...string]: number[], child: number): void {
    const { words } = current();
    const count = countOf(current(), node);
    words[node + NODE.heights + count] = key;
    words.set(string, node + NODE.strings + 3 * count);
    setCount(node, count + 1);
    if (child !== 0) setChild(node, count + 1, child);
  }

  function setChild(node: number, place: number, child: number): void {
    const { words } = current();
    words[node + NODE.children + place] = child;
    words[child / 4] = 4 * node;
    words[child / 4 + NODE.place] = ((words[child / 4 + NODE.place] ?? 0) & 0xffff0000) | place;
  }

  function setCount(node: number, count: number): void {
    const { words } = current();
    words[node + NODE.place] = (count << 16) | ((words[node + NODE.place] ?? 0) & 0xffff);
  }
}

function countOf({ words }: View, node: number): number {
  return (words[node + NODE.place] ?? 0) >>> 16;
}

/** Returns the words of the nodes from the root to the last leaf. */
function lastNodes(view: View, tree: number): number[] {
  const [root = 0, depth = 0] = view.words.subarray(tree, tree + 2);
  const path = [root / 4];
  for (let level = depth; level > 0; level--) {
    const node = path.at(-1) ?? 0;
    path.push((view.words[node + NODE.children + countOf(view, node)] ?? 0) / 4);
  }
  return path;
}
