import type { Value } from '../values/value.js';
import type { ReferencedTrait, Span } from './expression.js';

/**
 * An expression while it is parsed (`PreSymbolicExpression`, clarity-types/src/representations.rs): with comments, tuples in braces, and
 * placeholders for what could not be read. The last pass leaves only what `Expression` has.
 *  All nodes have the same fields, so that code that walks through a tree meets one kind of object.
 */
export class Node {
  id = 0;
  type: NodeType;
  readonly span: Span;
  /** Of an atom and a trait reference. */
  readonly name: string;
  /** Of a literal. */
  readonly value: Value | undefined;
  /** Of a list; the keys and values of a tuple, one after the other. */
  items: Node[];
  /** Of a field, and in the end of a trait reference. */
  trait: { readonly contract: string; readonly name: string } | ReferencedTrait | undefined;

  constructor(type: NodeType, span: Span, name: string, value: Value | undefined, items: Node[], trait: Node['trait']) {
    this.type = type;
    this.span = span;
    this.name = name;
    this.value = value;
    this.items = items;
    this.trait = trait;
  }
}

export type NodeType = 'atom' | 'literal' | 'list' | 'tuple' | 'field' | 'trait-reference' | 'comment' | 'placeholder';

const NONE: Node[] = [];

export function atomNode(span: Span, name: string): Node {
  return new Node('atom', span, name, undefined, NONE, undefined);
}

export function literalNode(span: Span, value: Value): Node {
  return new Node('literal', span, '', value, NONE, undefined);
}

export function listNode(span: Span, items: Node[]): Node {
  return new Node('list', span, '', undefined, items, undefined);
}

export function tupleNode(span: Span, items: Node[]): Node {
  return new Node('tuple', span, '', undefined, items, undefined);
}

export function fieldNode(span: Span, contract: string, name: string): Node {
  return new Node('field', span, '', undefined, NONE, { contract, name });
}

export function traitReferenceNode(span: Span, name: string): Node {
  return new Node('trait-reference', span, name, undefined, NONE, undefined);
}

export function commentNode(span: Span): Node {
  return new Node('comment', span, '', undefined, NONE, undefined);
}

export function placeholderNode(span: Span): Node {
  return new Node('placeholder', span, '', undefined, NONE, undefined);
}

/** Returns the items of a list that are no comments. */
export function withoutComments(items: readonly Node[]): readonly Node[] {
  for (const item of items) if (item.type === 'comment') return items.filter(({ type }) => type !== 'comment');
  return items;
}
