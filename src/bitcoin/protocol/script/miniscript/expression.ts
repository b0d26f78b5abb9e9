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

/** What expressions have that lack a part: the same objects for all, because a script has up to 330,000 expressions. */
export const NO_PARTS: { readonly list: never[]; readonly hash: Uint8Array } = { list: [], hash: new Uint8Array() };

/** Creates an expression. */
export function expression<Key>(fragment: Fragment, parts: Partial<Omit<Expression<Key>, 'fragment'>> = {}): Expression<Key> {
  const { subs = NO_PARTS.list, keys = NO_PARTS.list, k = 0, hash = NO_PARTS.hash } = parts;
  return { fragment, subs, keys, k, hash };
}

/**
 * Combines the results of subexpressions: children before parents, left before right. It does not use the call stack, which a
 * deep expression could exhaust.
 */
export function fold<Node extends { subs: Node[] }, Result>(root: Node, combine: (node: Node, subs: Result[]) => Result): Result {
  // Parents before children, right before left: backwards, it is the order in which results are needed.
  const order: Node[] = [];
  const todo: Node[] = [root];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    order.push(node);
    for (const sub of node.subs) todo.push(sub);
  }
  const results: Result[] = [];
  for (let node = order.pop(); node !== undefined; node = order.pop()) {
    const { length } = node.subs;
    results.push(combine(node, length === 0 ? [] : results.splice(results.length - length)));
  }
  return results[0] as Result;
}
