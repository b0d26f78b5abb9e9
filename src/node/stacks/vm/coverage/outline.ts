import { isPlaceholder } from '../machine/placeholder.js';

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

/** An expression as the SDK shows it. Numbers may be bigints. */
type Node = { expr: { Atom?: string; List?: Node[] }; id: number | bigint; span: { start_line: number; end_line: number } };
/** The syntax tree of a contract, from `getContractAST`. */
export type SyntaxTree = { expressions: Node[] };

/** Definitions other than functions are no code, even if they have expressions. */
const DEFINITION = /^(?:define-|use-trait$|impl-trait$)/;
const FUNCTIONS = ['define-public', 'define-private', 'define-read-only'];

/**
 * Outlines a contract as the coverage of Clarinet does: a line counts if it has an expression that is no list, in a function's body, as its name or
 * outside of definitions;
 * branches are the ways of `if` and `match`, and the operands of `and`, `or` and `asserts!`.
 */
export function outlineContract({ expressions }: SyntaxTree): Outline {
  const functions: Outline['functions'] = [];
  const lines = new Map<number, number[]>();
  const ways: { block: number; branch: number; leaf: Node }[] = [];

  const visit = (node: Node): void => {
    const children = node.expr.List;
    if (children === undefined) {
      const line = node.span.start_line;
      lines.set(line, [...(lines.get(line) ?? []), Number(node.id)]);
      return;
    }
    for (const [branch, way] of waysOf(children).entries()) ways.push({ block: Number(node.id), branch, leaf: firstLeaf(way) });
    for (const child of evaluated(children)) visit(child);
  };
  const visitFunction = ({ expr, span }: Node): void => {
    const [, signature, body] = expr.List ?? [];
    const name = signature?.expr.List?.[0];
    if (name?.expr.Atom === undefined || body === undefined || isPlaceholder(name.expr.Atom)) return;
    functions.push({ name: name.expr.Atom, first: span.start_line, last: span.end_line });
    visit(name);
    visit(body);
  };
  const keyword = ({ expr }: Node): string => expr.List?.[0]?.expr.Atom ?? '';
  for (const node of expressions) if (!DEFINITION.test(keyword(node))) visit(node);
  const deployed = [...lines.keys()].filter((line) => line > 0);
  for (const node of expressions) if (FUNCTIONS.includes(keyword(node))) visitFunction(node);
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

function waysOf([head, ...operands]: Node[]): Node[] {
  switch (head?.expr.Atom) {
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
function evaluated(children: Node[]): Node[] {
  const [head, ...operands] = children;
  if (head?.expr.Atom !== 'match') return children;
  return isMatch(operands) ? [operands[0], operands[2], operands.at(-1)].filter((node) => node !== undefined) : [];
}

/** `match` takes an optional with one name, or a response with two. */
function isMatch(operands: Node[]): boolean {
  return operands.length === 4 || operands.length === 5;
}

/** A list is evaluated where its first element is. */
function firstLeaf(node: Node): Node {
  const first = node.expr.List?.[0];
  return first === undefined ? node : firstLeaf(first);
}

function numberBlocks(ways: { block: number; branch: number; leaf: Node }[]): Outline['branches'] {
  const blocks = new Map<number, number[]>();
  for (const { block, leaf } of ways) {
    const known = blocks.get(leaf.span.start_line) ?? [];
    if (!known.includes(block))
      blocks.set(
        leaf.span.start_line,
        [...known, block].sort((a, b) => a - b),
      );
  }
  return ways
    .map(({ block, branch, leaf }) => {
      const line = leaf.span.start_line;
      return { line, block: blocks.get(line)?.indexOf(block) ?? 0, branch, id: Number(leaf.id) };
    })
    .filter(({ line }) => line > 0)
    .sort((a, b) => a.line - b.line || a.block - b.block || a.branch - b.branch);
}
