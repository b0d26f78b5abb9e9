import type { Fragment } from './fragment.js';

/** An expression of miniscript, of any type. `Key` is a key as the source has it: bytes, or an expression of a descriptor. */
export type Expression<Key> = {
  fragment: Fragment;
  subs: Expression<Key>[];
  keys: Key[];
  /** A threshold, or a lock time. */
  k: number;
  /** The hash of a required preimage. */
  hash: Uint8Array;
};

/** Creates an expression. */
export function expression<Key>(fragment: Fragment, parts: Partial<Omit<Expression<Key>, 'fragment'>> = {}): Expression<Key> {
  return { subs: [], keys: [], k: 0, hash: new Uint8Array(), ...parts, fragment };
}

/**
 * Combines the results of subexpressions: children before parents, left before right. It does not use the call stack, which a
 * deep expression could exhaust.
 */
export function fold<Node extends { subs: Node[] }, Result>(root: Node, combine: (node: Node, subs: Result[]) => Result): Result {
  const results: Result[] = [];
  const todo: { node: Node; ready: boolean }[] = [{ node: root, ready: false }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { node, ready } = next;
    if (ready) results.push(combine(node, results.splice(results.length - node.subs.length)));
    else todo.push({ node, ready: true }, ...node.subs.map((sub) => ({ node: sub, ready: false })).reverse());
  }
  return results[0] as Result;
}
