import type { Value } from '../values/value.js';
import type { ReferencedTrait, Span } from './expression.js';
import { spanOf } from './token.js';

/**
 * An expression while it is parsed (`PreSymbolicExpression`, clarity-types/src/representations.rs): with comments, tuples in braces, and
 * placeholders for what could not be read. The last pass leaves only what `Expression` has.
 *  All nodes have the same fields, so that code that walks through a tree meets one kind of object. Contracts keep their nodes, so the
 * place is in the node itself, not in an object of its own.
 */
export class Node implements Span {
  declare id: number;
  declare type: NodeType;
  declare readonly startLine: number;
  declare readonly startColumn: number;
  declare readonly endLine: number;
  declare readonly endColumn: number;
  /** Of an atom and a trait reference. */
  declare readonly name: string;
  /** Of a literal. */
  declare readonly value: Value | undefined;
  /** Of a list; the keys and values of a tuple, one after the other. */
  declare items: Node[];
  /** Of a field, and in the end of a trait reference. */
  declare trait: { readonly contract: string; readonly name: string } | ReferencedTrait | undefined;

  constructor(type: NodeType, start: Start, end: End, name: string, value: Value | undefined, items: Node[], trait: Node['trait']) {
    this.id = 0;
    this.type = type;
    this.startLine = start.startLine;
    this.startColumn = start.startColumn;
    this.endLine = end.endLine;
    this.endColumn = end.endColumn;
    this.name = name;
    this.value = value;
    this.items = items;
    this.trait = trait;
  }

  get span(): Span {
    return spanOf(this);
  }
}

export type NodeType = 'atom' | 'literal' | 'list' | 'tuple' | 'field' | 'trait-reference' | 'comment' | 'placeholder';

/** The first and the last token of a node, or what else has these places. */
type Start = Pick<Span, 'startLine' | 'startColumn'>;
type End = Pick<Span, 'endLine' | 'endColumn'>;

const NONE: Node[] = [];

export function atomNode(place: Span, name: string): Node {
  return new Node('atom', place, place, name, undefined, NONE, undefined);
}

export function literalNode(start: Start, end: End, value: Value): Node {
  return new Node('literal', start, end, '', value, NONE, undefined);
}

export function listNode(start: Start, end: End, items: Node[]): Node {
  return new Node('list', start, end, '', undefined, items, undefined);
}

export function tupleNode(start: Start, end: End, items: Node[]): Node {
  return new Node('tuple', start, end, '', undefined, items, undefined);
}

export function fieldNode(start: Start, end: End, contract: string, name: string): Node {
  return new Node('field', start, end, '', undefined, NONE, { contract, name });
}

export function traitReferenceNode(place: Span, name: string): Node {
  return new Node('trait-reference', place, place, name, undefined, NONE, undefined);
}

export function commentNode(place: Span): Node {
  return new Node('comment', place, place, '', undefined, NONE, undefined);
}

export function placeholderNode(start: Start, end: End): Node {
  return new Node('placeholder', start, end, '', undefined, NONE, undefined);
}

/** Returns the items of a list that are no comments. */
export function withoutComments(items: readonly Node[]): readonly Node[] {
  for (const item of items) if (item.type === 'comment') return items.filter(({ type }) => type !== 'comment');
  return items;
}
