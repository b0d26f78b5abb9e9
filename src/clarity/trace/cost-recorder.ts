import type { Contract, UserFunction } from '../contract.js';
import { addCosts, NO_COST, subtractCosts } from '../costs/arithmetic.js';
import type { Tracer } from '../execution/observation.js';
import type { ExecutionCost } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { CostTable } from './cost-table.js';
import type { CostProfile, ProfileNode } from './profile.js';

const MAX_NODES = 10_000;
/** The longest source of a line, in characters. */
const MAX_SOURCE = 200;

/** What a transaction executes: a function, or without a name a deploy. */
export type ProfileRoot = { readonly contract: string; readonly function?: string | undefined };
type FunctionRow = ProfileRoot & { readonly line?: number | undefined };
type LineRow = { readonly contract: string; readonly line?: number | undefined };

/** A function, or with `line` a line of it, and what it called. */
type Node = { readonly is: FunctionRow; readonly children: Map<string, Node>; count: number; exclusive: ExecutionCost };

/** A function that is executed, or a line of it. */
type Open = {
  readonly node: Node;
  /** The row of the function. */
  readonly fn: string;
  /** The row of the line. */
  readonly line: string;
  readonly isLine: boolean;
  /** How many expressions on the line are open within another one. */
  nested: number;
};

/**
 * Records what each function and line of one execution costs. A charge counts for the innermost expression that is evaluated at that time.
 * What a call costs before its function begins counts for the caller's line, or of the outermost function for the line of its definition.
 */
export class CostRecorder implements Tracer {
  readonly #root: Node;
  readonly #open: Open[] = [];
  readonly #functions = new CostTable<FunctionRow>();
  readonly #lines = new CostTable<LineRow>();
  readonly #sources = new Map<string, string>();
  readonly #before: ExecutionCost;
  /** The costs that rows and nodes have so far. */
  #last: ExecutionCost;
  #spent: ExecutionCost | undefined;
  #nodes = 1;

  /** @param before the costs that the execution begins with */
  constructor(root: ProfileRoot, before: ExecutionCost) {
    this.#root = createNode(root);
    this.#before = before;
    this.#last = before;
  }

  enter({ contract, name, span }: UserFunction): void {
    const is = { contract: this.#know(contract), function: name, line: span.startLine };
    if (this.#open.length === 0 && functionKey(is) === functionKey(this.#root.is)) {
      this.#openRoot(is.line);
      this.#push({ node: this.#root, fn: functionKey(is), line: lineKey(is), isLine: false, nested: 0 }, is);
      return;
    }
    const { node } = this.#settle(this.#spent);
    this.#push(
      { node: this.#child(node, { ...is, line: undefined }), fn: functionKey(is), line: lineKey(is), isLine: false, nested: 0 },
      is,
    );
  }

  leave(): void {
    this.#settle(this.#spent);
    this.#pop();
  }

  event(): void {
    // The expression is charged for it.
  }

  begin(spent: ExecutionCost, { span }: Expression, contract: Contract): void {
    this.#spent = spent;
    const top = this.#settle(spent);
    const is = { contract: this.#know(contract), function: top.node.is.function, line: span.startLine };
    const line = lineKey(is);
    if (top.isLine && top.line === line) top.nested++;
    else this.#push({ node: this.#child(top.node, is), fn: top.fn, line, isLine: true, nested: 0 }, is);
  }

  end(spent: ExecutionCost): void {
    const top = this.#settle(spent);
    if (top.nested > 0) top.nested--;
    else this.#pop();
  }

  /** @param cost what the execution cost */
  result(cost: ExecutionCost): CostProfile {
    this.#settle(addCosts(this.#before, cost));
    this.#pop();
    const sources = new Map([...this.#sources].map(([contract, source]) => [contract, source.split('\n')]));
    const lines = this.#lines.rows().map((row) => {
      const source = row.line === undefined ? undefined : sources.get(row.contract)?.[row.line - 1];
      return source === undefined ? row : { ...row, source: source.trim().slice(0, MAX_SOURCE) };
    });
    return { cost, functions: this.#functions.rows(), lines, root: show(this.#root), ...(this.#nodes > MAX_NODES && { truncated: true }) };
  }

  /** Charges what was added since the last time. @param total the costs so far; undefined if nothing was evaluated yet */
  #settle(total: ExecutionCost | undefined): Open {
    if (this.#open.length === 0) this.#openRoot(undefined);
    const top = this.#open.at(-1) as Open;
    if (total === undefined || isEqual(total, this.#last)) return top;
    const added = subtractCosts(total, this.#last);
    this.#last = { ...total };
    top.node.exclusive = addCosts(top.node.exclusive, added);
    this.#functions.charge(top.fn, added);
    this.#lines.charge(top.line, added);
    return top;
  }

  /** Opens the root, which has what is charged before and after the code that it runs. */
  #openRoot(line: number | undefined): void {
    const { is } = this.#root;
    const row = { ...is, ...(line !== undefined && { line }) };
    this.#push({ node: this.#root, fn: functionKey(row), line: lineKey(row), isLine: false, nested: 0 }, row);
  }

  #push(open: Open, is: FunctionRow): void {
    if (this.#open.at(-1)?.node !== open.node) open.node.count++;
    if (!open.isLine) this.#functions.begin(open.fn, is, this.#last);
    const { contract, line } = is;
    this.#lines.begin(open.line, { contract, ...(line !== undefined && { line }) }, this.#last);
    this.#open.push(open);
  }

  #pop(): void {
    const open = this.#open.pop() as Open;
    if (!open.isLine) this.#functions.end(open.fn, this.#last);
    this.#lines.end(open.line, this.#last);
  }

  /** Returns a node below another one, or that one if there are too many. */
  #child(parent: Node, is: FunctionRow): Node {
    const key = `${functionKey(is)}:${is.line}`;
    const known = parent.children.get(key);
    if (known !== undefined) return known;
    if (++this.#nodes > MAX_NODES) return parent;
    const child = createNode(is);
    parent.children.set(key, child);
    return child;
  }

  #know({ id, source }: Contract): string {
    this.#sources.set(id.text, source);
    return id.text;
  }
}

function createNode({ contract, function: fn, line }: FunctionRow): Node {
  const is = { contract, ...(fn !== undefined && { function: fn }), ...(line !== undefined && { line }) };
  return { is, children: new Map(), count: 0, exclusive: NO_COST };
}

function functionKey({ contract, function: fn }: ProfileRoot): string {
  return `${contract}:${fn ?? ''}`;
}

function lineKey({ contract, line }: LineRow): string {
  return `${contract}:${line ?? ''}`;
}

function isEqual(a: ExecutionCost, b: ExecutionCost): boolean {
  return (
    a.runtime === b.runtime &&
    a.readCount === b.readCount &&
    a.readLength === b.readLength &&
    a.writeCount === b.writeCount &&
    a.writeLength === b.writeLength
  );
}

function show({ is, count, exclusive, children }: Node): ProfileNode {
  const nodes = [...children.values()].map(show);
  const inclusive = nodes.reduce((sum, node) => addCosts(sum, node.inclusive), exclusive);
  return { ...is, count, inclusive, exclusive, nodes };
}
