import type { Expression, ListExpression } from '../../../../clarity/syntax.js';

/** The parts of a contract's source that coverage is about. Lines count from 1. */
export type Outline = {
  functions: { name: string; first: number; last: number }[];
  /** Each line with code of a function, or that the deploy executes, and the ids of the expressions on it. */
  lines: { line: number; ids: number[] }[];
  /** Where the code goes one way or another: `block` numbers the expressions of a line that branch, `id` is the way's expression. */
  branches: { line: number; block: number; branch: number; id: number }[];
};

/** A way that code goes; `block` is the expression that branches. */
type Way = Outline['branches'][number];

/** Definitions other than functions are no code, even if they have expressions. */
const DEFINITION = /^(?:define-|use-trait$|impl-trait$)/;
const ITERATORS = ['map', 'filter', 'fold'];
const FUNCTIONS = ['define-public', 'define-private', 'define-read-only'];

/**
 * Outlines a contract as the coverage of Clarinet does: a line counts if it has an expression that is no list, in a function's body, as its
 * name or outside of definitions; branches are the ways of `if` and `match`, and the operands of `and`, `or` and `asserts!`.
 */
export function outlineContract(expressions: readonly Expression[]): Outline {
  const functions: Outline['functions'] = [];
  const lines = new Map<number, number[]>();
  const ways: Way[] = [];

  const add = ({ span: { startLine: line } }: Expression, id: number): void => {
    lines.set(line, [...(lines.get(line) ?? []), id]);
  };
  const visit = (node: Expression): void => {
    if (node.type !== 'list') {
      add(node, node.id);
      return;
    }
    const children = node.items;
    for (const [branch, way] of waysOf(children).entries()) {
      const line = lineOf(way);
      if (line !== undefined) ways.push({ line, block: node.id, branch, id: way.id });
    }
    const names = namesIn(children);
    for (const child of evaluated(children)) {
      if (!names.includes(child)) visit(child);
      else if (!isWordOfBraces(child, node)) add(child, node.id);
    }
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
  for (const node of expressions) if (node.type === 'list' && FUNCTIONS.includes(keyword(node))) visitFunction(node);
  return {
    functions,
    lines: [...lines].map(([line, ids]) => ({ line, ids })).sort((a, b) => a.line - b.line),
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

/** Names of functions in a list, which are evaluated with it: its first element, and what `map`, `filter` and `fold` call. */
function namesIn([head, operand]: readonly Expression[]): readonly (Expression | undefined)[] {
  if (head?.type !== 'atom') return [];
  return ITERATORS.includes(head.name) ? [head, operand] : [head];
}

/** Whether an element is the word `tuple` that the parser adds to `{ }`: it is at the same place. */
function isWordOfBraces({ span }: Expression, { span: { startLine, startColumn } }: Expression): boolean {
  return span.startLine === startLine && span.startColumn === startColumn;
}

/** A list is evaluated where its first element is; one in braces has no line for Clarinet. */
function lineOf(node: Expression): number | undefined {
  const first = node.type === 'list' ? node.items[0] : undefined;
  if (first === undefined) return node.span.startLine;
  return isWordOfBraces(first, node) ? undefined : lineOf(first);
}

function numberBlocks(ways: readonly Way[]): Outline['branches'] {
  const blocks = new Map<number, number[]>();
  for (const { line, block } of ways) {
    const known = blocks.get(line) ?? [];
    if (!known.includes(block))
      blocks.set(
        line,
        [...known, block].sort((a, b) => a - b),
      );
  }
  return ways
    .map((way) => ({ ...way, block: blocks.get(way.line)?.indexOf(way.block) ?? 0 }))
    .sort((a, b) => a.line - b.line || a.block - b.block || a.branch - b.branch);
}
