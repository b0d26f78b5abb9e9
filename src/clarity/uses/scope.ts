import { type Node, withoutComments } from '../syntax/node.js';
import { contractIn } from './contract-in.js';

/** What a name stands for: an expression, or a parameter with a trait. */
type Binding = { readonly type: 'value'; readonly node: Node; readonly scope: Scope } | { readonly type: 'trait'; readonly name: string };
export type Names = Map<string, Binding>;
export type Scope = { readonly names: ReadonlyMap<string, Binding>; readonly outer: Scope | undefined };

/** The scope in a `let`. No name is bound twice in Clarity, so that the order of the bindings does not matter. */
export function letScope([, bindings]: readonly Node[], outer: Scope): Scope {
  const names: Names = new Map();
  const scope = { names, outer };
  for (const binding of itemsOf(bindings)) {
    const [name, node] = itemsOf(binding);
    if (name?.type === 'atom' && node !== undefined) names.set(name.name, { type: 'value', node, scope });
  }
  return scope;
}

export function bindingOf({ type, name }: Node, scope: Scope): Binding | undefined {
  if (type !== 'atom') return undefined;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The contract that an expression is, also by a name. */
export function targetOf(node: Node, scope: Scope): string | undefined {
  const end = follow(node, scope);
  return end === undefined || 'name' in end ? undefined : contractIn(end.node);
}

/** The name of the trait that an expression has by its parameter. */
export function traitOf(node: Node, scope: Scope): string | undefined {
  const end = follow(node, scope);
  return end !== undefined && 'name' in end ? end.name : undefined;
}

/** Follows names to the expression or the parameter that they stand for; undefined if a name stands for itself. */
function follow(node: Node, scope: Scope): { node: Node } | { name: string } | undefined {
  const seen = new Set<Node>();
  let at = { node, scope };
  for (;;) {
    const bound = bindingOf(at.node, at.scope);
    if (bound === undefined) return at;
    if (bound.type === 'trait') return bound;
    if (seen.has(bound.node)) return undefined;
    seen.add(bound.node);
    at = bound;
  }
}

/** Returns the items of a list without comments; none of another node. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'list' ? withoutComments(node.items) : [];
}
