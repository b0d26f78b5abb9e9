import type { Expression, ListExpression } from '../../../../clarity/syntax/expression.js';

/** The parts of a contract's source that coverage is about. Lines count from 1. */
export type Outline = {
  functions: { name: string; first: number; last: number }[];
  /** Lines with code that is executed while the contract is deployed. */
  deployed: number[];
  /** Each line with code of a function or of `deployed`, and the ids of the expressions on it. */
  lines: { line: number; ids: number[] }[];
  /** Where the code goes one way or another: `block` numbers the expressions of a line that branch, `id` is the way's expression. */
  branches: { line: number; block: number; branch: number; id: number }[];
};

/** Definitions other than functions are no code, even if they have expressions. */
const DEFINITION = /^(?:define-|use-trait$|impl-trait$)/;
const FUNCTIONS = ['define-public', 'define-private', 'define-read-only'];

/**
 * Outlines a contract as the coverage of Clarinet does: a line counts if it has an expression that is no list, in a function's body, as its name or
 * outside of definitions;
 * branches are the ways of `if` and `match`, and the operands of `and`, `or` and `asserts!`.
 */
export function outlineContract(expressions: readonly Expression[]): Outline {
  const functions: Outline['functions'] = [];
  const lines = new Map<number, number[]>();
  const ways: { block: number; branch: number; leaf: Expression }[] = [];

  const visit = (node: Expression): void => {
    if (node.type !== 'list') {
      const line = node.span.startLine;
      lines.set(line, [...(lines.get(line) ?? []), node.id]);
      return;
    }
    const children = node.items;
    for (const [branch, way] of waysOf(children).entries()) ways.push({ block: node.id, branch, leaf: firstLeaf(way) });
    for (const child of evaluated(children)) visit(child);
  };
  const visitFunction = ({ items, span }: ListExpression): void => {
    const [, signature, body] = items;
    const name = signature?.type === 'list' ? signature.items[0] : undefined;
    if (name?.type !== 'atom' || body === undefined) return;
    functions.push({ name: name.name, first: span.startLine, last: span.endLine });
    visit(name);
    visit(body);
  };
  for (const node of expressions) if (!DEFINITION.test(keyword(node))) visit(node);
  const deployed = [...lines.keys()].filter((line) => line > 0);
  for (const node of expressions) if (node.type === 'list' && FUNCTIONS.includes(keyword(node))) visitFunction(node);
  return {
    functions,
    deployed,
    // Syntax that the parser adds, such as the word tuple for { }, has no line.
    lines: [...lines]
      .filter(([line]) => line > 0)
      .map(([line, ids]) => ({ line, ids }))
      .sort((a, b) => a.line - b.line),
    branches: numberBlocks(ways),
  };
}

/** The word at the beginning of a list. */
function keyword(node: Expression): string {
  const head = node.type === 'list' ? node.items[0] : undefined;
  return head?.type === 'atom' ? head.name : '';
}

function waysOf([head, ...operands]: readonly Expression[]): readonly Expression[] {
  switch (head?.type === 'atom' ? head.name : undefined) {
    case 'if':
      return operands.slice(1);
    case 'asserts!':
    case 'and':
    case 'or':
      return operands;
    case 'match':
      return isMatch(operands) ? [operands[2], operands.at(-1)].filter((way) => way !== undefined) : [];
    default:
      return [];
  }
}

/** The names that `match` binds are no code. */
function evaluated(children: readonly Expression[]): readonly Expression[] {
  const [head, ...operands] = children;
  if (head?.type !== 'atom' || head.name !== 'match') return children;
  return isMatch(operands) ? [operands[0], operands[2], operands.at(-1)].filter((node) => node !== undefined) : [];
}

/** `match` takes an optional with one name, or a response with two. */
function isMatch(operands: readonly Expression[]): boolean {
  return operands.length === 4 || operands.length === 5;
}

/** A list is evaluated where its first element is. */
function firstLeaf(node: Expression): Expression {
  const first = node.type === 'list' ? node.items[0] : undefined;
  return first === undefined ? node : firstLeaf(first);
}

function numberBlocks(ways: { block: number; branch: number; leaf: Expression }[]): Outline['branches'] {
  const blocks = new Map<number, number[]>();
  for (const { block, leaf } of ways) {
    const known = blocks.get(leaf.span.startLine) ?? [];
    if (!known.includes(block))
      blocks.set(
        leaf.span.startLine,
        [...known, block].sort((a, b) => a - b),
      );
  }
  return ways
    .map(({ block, branch, leaf }) => {
      const line = leaf.span.startLine;
      return { line, block: blocks.get(line)?.indexOf(block) ?? 0, branch, id: leaf.id };
    })
    .filter(({ line }) => line > 0)
    .sort((a, b) => a.line - b.line || a.block - b.block || a.branch - b.branch);
}
