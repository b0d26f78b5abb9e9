import type { Expression } from '../syntax/expression.js';
import { StaticFailure } from './static-failure.js';
import type { Binding } from './static-messages.js';

/**
 * Returns the name and the other item of the pair at this index (`handle_binding_list`, clarity/src/vm/functions/mod.rs).
 * @throws StaticFailure BadSyntaxBinding
 */
export function pairAt(pairs: readonly Expression[], index: number, binding: Binding): readonly [name: string, item: Expression] {
  const items = itemsAt(pairs, index, binding);
  return [nameIn(items, index, binding), items[1]];
}

/** Returns the items of the pair at this index; the first one need not be a name. @throws StaticFailure BadSyntaxBinding */
export function itemsAt(pairs: readonly Expression[], index: number, binding: Binding): readonly [Expression, Expression] {
  const pair = pairs[index] as Expression;
  if (pair.type !== 'list') throw new StaticFailure('BadSyntaxBinding', 'not-list', binding, index).at(pair);
  if (pair.items.length !== 2) throw new StaticFailure('BadSyntaxBinding', 'wrong-length', binding, index).at(pair);
  return pair.items as readonly Expression[] as readonly [Expression, Expression];
}

function nameIn([name]: readonly [Expression, Expression], index: number, binding: Binding): string {
  if (name.type !== 'atom') throw new StaticFailure('BadSyntaxBinding', 'not-atom', binding, index).at(name);
  return name.name;
}

/**
 * Reads pairs; all are tested for their shape before the first is read.
 * @param read makes something of the name and the other item
 * @throws StaticFailure BadSyntaxBinding, and what `read` throws
 */
export function readPairs<T>(pairs: readonly Expression[], binding: Binding, read: (name: string, item: Expression) => T): T[] {
  for (let at = 0; at < pairs.length; at++) itemsAt(pairs, at, binding);
  return pairs.map((_, at) => {
    const items = itemsAt(pairs, at, binding);
    return read(nameIn(items, at, binding), items[1]);
  });
}
