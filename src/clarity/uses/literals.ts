import { type Node, withoutComments } from '../syntax/node.js';
import { contractIn } from './contract-in.js';
import { bindingOf, itemsOf, letScope, type Scope } from './scope.js';
import type { Use } from './uses.js';

const ALL = 'all';
const LAST = 'last';
/** Natives whose value is, or contains, some of their arguments, and which ones. */
const PASSING: ReadonlyMap<string, readonly number[] | typeof ALL | typeof LAST> = new Map(
  Object.entries({
    ...{ begin: LAST, let: LAST, 'as-contract': LAST, 'as-contract?': LAST, list: ALL, append: ALL, concat: ALL, merge: ALL },
    ...{ some: [1], ok: [1], err: [1], print: [1], 'try!': [1], 'unwrap-panic': [1], 'unwrap-err-panic': [1] },
    ...{ if: [2, 3], match: [3, 4, 5], 'unwrap!': [1, 2], 'unwrap-err!': [1, 2], 'default-to': [1, 2], get: [2] },
    ...{ 'as-max-len?': [1], 'element-at': [1], 'element-at?': [1], 'slice?': [1], 'replace-at?': [1, 3] },
  } as const),
);

type Place = { readonly node: Node; readonly scope: Scope };

/** Returns the contracts that the values of expressions may be or contain. Each expression is read once, however often it has a name. */
export function literalsIn(places: readonly Place[]): Use[] {
  const found: Use[] = [];
  const seen = new Set<Node>();
  const open = [...places];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, scope } = at;
    if (seen.has(node)) continue;
    seen.add(node);
    const contract = contractIn(node);
    const bound = bindingOf(node, scope);
    if (contract !== undefined) found.push({ contract, node });
    else if (bound?.type === 'value') open.push(bound);
    else for (const value of valuesIn(at)) open.push(value);
  }
  return found.reverse();
}

/** Returns the items of a node of which its value is made. */
function valuesIn({ node, scope }: Place): Place[] {
  if (node.type === 'tuple')
    return placesOf(
      withoutComments(node.items).filter((_, index) => index % 2 === 1),
      scope,
    );
  const items = itemsOf(node);
  const name = items[0]?.type === 'atom' ? items[0].name : '';
  if (name === 'tuple')
    return placesOf(
      items.slice(1).flatMap((pair) => itemsOf(pair).slice(1)),
      scope,
    );
  const passing = PASSING.get(name);
  if (passing === undefined) return [];
  const inner = name === 'let' ? letScope(items, scope) : scope;
  if (passing === ALL) return placesOf(items.slice(1), inner);
  if (passing === LAST) return placesOf(items.slice(1).slice(-1), inner);
  return placesOf(
    passing.flatMap((index) => items[index] ?? []),
    inner,
  );
}

function placesOf(nodes: readonly Node[], scope: Scope): Place[] {
  return nodes.map((node) => ({ node, scope }));
}
