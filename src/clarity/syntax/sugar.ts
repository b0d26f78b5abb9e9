import type { Expression, ReferencedTrait } from './expression.js';
import { atomNode, listNode, type Node } from './node.js';
import { ParseFailure, parseMessage } from './parse-failure.js';

/**
 * Makes expressions of nodes and numbers them: tuples in braces become lists, references to traits get their trait, comments and
 * placeholders go (clarity/src/vm/ast/sugar_expander/mod.rs and expression_identifier/mod.rs).
 * @throws ParseFailure TraitReferenceUnknown
 */
export function expandSugar(nodes: readonly Node[], traits: ReadonlyMap<string, ReferencedTrait>): Expression[] {
  let id = 1;
  return expandAll([...nodes]) as readonly unknown[] as Expression[];

  /** Expands in place. Nodes are numbered before what is in them. */
  function expandAll(items: Node[]): Node[] {
    let count = 0;
    for (const item of items) if (isExpression(item)) items[count++] = expand(item);
    if (count < items.length) items.length = count;
    return items;
  }

  function expand(node: Node): Node {
    node.id = id++;
    switch (node.type) {
      case 'list':
        expandAll(node.items);
        break;
      case 'tuple':
        node.items = expandAll([atomNode(node, 'tuple'), ...pairsOf(node.items.filter(isExpression))]);
        node.type = 'list';
        break;
      case 'trait-reference':
        node.trait = traits.get(node.name);
        if (node.trait === undefined)
          throw new ParseFailure('TraitReferenceUnknown', parseMessage('TraitReferenceUnknown', [node.name]), node.span);
        break;
    }
    return node;
  }
}

function isExpression({ type }: Node): boolean {
  return type !== 'comment' && type !== 'placeholder';
}

function pairsOf(items: readonly Node[]): Node[] {
  const pairs: Node[] = [];
  for (let at = 0; at < items.length; at += 2) {
    const pair = items.slice(at, at + 2);
    pairs.push(listNode(pair[0] as Node, pair.at(-1) as Node, pair));
  }
  return pairs;
}
