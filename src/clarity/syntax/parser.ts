import type { Span } from './expression.js';
import { ItemStack } from './item-stack.js';
import { LeafReader } from './leaf.js';
import { atomNode, commentNode, listNode, type Node, placeholderNode, tupleNode } from './node.js';
import type { ParseReport } from './parse-failure.js';
import { spanOf, type Token } from './token.js';
import type { TokenReader } from './token-reader.js';

/** How much deeper than calls expressions may be nested (`AST_CALL_STACK_DEPTH_BUFFER`): tuples nest deeper than what they evaluate to. */
export const NESTING_BUFFER = 5;

/** A list or a tuple by its first token; `first` is the index of its first item among all items of what is open. */
type OpenList = { readonly type: 'list'; readonly start: Token; readonly first: number; hasSpace: boolean };
type OpenTuple = { readonly type: 'tuple'; readonly start: Token; readonly first: number; expectsKey: boolean; last: Token };

/**
 * Makes a tree of tokens (clarity/src/vm/ast/parser/v2/mod.rs). Lists and tuples that are still open are kept in a stack.
 * @throws ParseFailure unless the report collects
 */
export function parseTokens(tokens: TokenReader, issuer: string, maxDepth: number, report: ParseReport): ParsedTree {
  const parser = new Parser(tokens, issuer, maxDepth, report);
  return { nodes: parser.parse(), depth: parser.deepest };
}

export type ParsedTree = {
  readonly nodes: Node[];
  /** How deep nodes are nested; a tuple counts twice. */
  readonly depth: number;
};

class Parser {
  readonly #tokens: TokenReader;
  readonly #leaves: LeafReader;
  readonly #report: ParseReport;
  readonly #maxDepth: number;
  readonly #stack: (OpenList | OpenTuple)[] = [];
  readonly #items = new ItemStack();
  #depth = 0;
  deepest = 0;

  constructor(tokens: TokenReader, issuer: string, maxDepth: number, report: ParseReport) {
    this.#tokens = tokens;
    this.#leaves = new LeafReader(this.#tokens, issuer, report);
    this.#report = report;
    this.#maxDepth = maxDepth;
  }

  parse(): Node[] {
    const nodes: Node[] = [];
    for (;;) {
      const node = this.#parseNode();
      if (node !== undefined) {
        nodes.push(node);
        continue;
      }
      const token = this.#tokens.last;
      if (token.kind === 'EOF') return nodes;
      this.#report.add('UnexpectedToken', spanOf(token), token.kind);
    }
  }

  /** Reads the next node at the top level. Returns undefined if the next token does not begin a node; the caller then handles that token. */
  #parseNode(): Node | undefined {
    for (;;) {
      this.#tokens.skipSpace();
      const token = this.#tokens.next();
      let node: Node | undefined;
      if (token.kind === '(' || token.kind === '{') {
        if (this.#depth + (token.kind === '(' ? 1 : 2) > this.#maxDepth + NESTING_BUFFER + 1) return this.#stopAt(token);
        node = token.kind === '(' ? this.#openList(token) : this.#openTuple(token);
        if (node === undefined) continue;
      } else {
        node = this.#readLeaf(token);
      }
      for (;;) {
        const open = this.#stack.at(-1);
        if (open === undefined) return node;
        const closed = open.type === 'list' ? this.#addToList(open, node) : this.#addToTuple(open, node);
        if (closed === undefined) break;
        this.#stack.pop();
        this.#depth -= open.type === 'list' ? 1 : 2;
        node = closed;
      }
    }
  }

  #stopAt(token: Token): undefined {
    this.#report.add('ExpressionStackDepthTooDeep', spanOf(token), this.#maxDepth);
    this.#stack.length = 0;
    this.#items.take(0);
    this.#tokens.skipToEnd();
  }

  #deepen(levels: number): void {
    this.#depth += levels;
    this.deepest = Math.max(this.deepest, this.#depth);
  }

  #readLeaf(token: Token): Node | undefined {
    switch (token.kind) {
      case 'identifier':
        return this.#leaves.readName(token);
      case 'int':
      case 'uint':
      case 'bytes':
      case 'string-ascii':
      case 'string-utf8':
        return this.#leaves.readLiteral(token);
      case 'principal':
        return this.#leaves.readPrincipal(token);
      case '.':
        return this.#leaves.readOwnContract(token);
      case 'trait-identifier':
        return this.#leaves.readTrait(token);
      case '+':
      case '-':
      case '*':
      case '/':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return atomNode(token, token.kind);
      case 'comment':
        return commentNode(token);
      case 'placeholder':
        return placeholderNode(token, token);
      default:
        return undefined;
    }
  }

  #openList(token: Token): undefined {
    this.#deepen(1);
    this.#stack.push({ type: 'list', start: token, first: this.#items.count, hasSpace: true });
  }

  #addToList(list: OpenList, node: Node | undefined): Node | undefined {
    if (node !== undefined) {
      if (!list.hasSpace && node.type !== 'comment') this.#report.add('ExpectedWhitespace', node.span);
      this.#items.push(node);
      list.hasSpace = this.#tokens.skipSpace();
      return undefined;
    }
    const token = this.#tokens.last;
    switch (token.kind) {
      case ')':
        return this.#closeList(list, token);
      case 'EOF':
        this.#report.add('ExpectedClosing', spanOf(token), ')');
        this.#report.add('NoteToMatchThis', spanOf(list.start), '(');
        return this.#closeList(list, token);
      default:
        this.#report.add('UnexpectedToken', spanOf(token), token.kind);
        list.hasSpace = this.#tokens.skipSpace();
        return undefined;
    }
  }

  /** Opens a tuple, or returns an empty one, which needs no stack. */
  #openTuple(brace: Token): Node | undefined {
    const first = this.#items.count;
    this.#skipComments();
    const comma = this.#tokens.peek();
    if (comma.kind === ',') {
      this.#report.add('UnexpectedToken', spanOf(comma), ',');
      this.#tokens.next();
      this.#skipComments();
    }
    const tuple: OpenTuple = { type: 'tuple', start: brace, first, expectsKey: true, last: this.#tokens.peek() };
    if (tuple.last.kind === '}') return this.#closeTuple(tuple, this.#tokens.next());
    this.#deepen(2);
    this.#stack.push(tuple);
    return undefined;
  }

  #addToTuple(tuple: OpenTuple, node: Node | undefined): Node | undefined {
    if (node === undefined) return this.#missInTuple(tuple);
    this.#items.push(node);
    this.#skipComments();
    return tuple.expectsKey ? this.#passColon(tuple) : this.#passComma(tuple);
  }

  /** Reports a token where a key or value should be. The tuple ends with the source. */
  #missInTuple(tuple: OpenTuple): Node | undefined {
    const token = this.#tokens.last;
    if (token.kind !== 'EOF') {
      this.#report.add('UnexpectedToken', spanOf(token), token.kind);
      return undefined;
    }
    if (tuple.expectsKey) {
      this.#report.add('ExpectedClosing', spanOf(tuple.last), '}');
      this.#report.add('NoteToMatchThis', spanOf(tuple.start), '{');
      return this.#closeTuple(tuple, this.#tokens.beforeEnd);
    }
    this.#report.add('TupleValueExpected', spanOf(tuple.last));
    this.#items.push(placeholderNode(token, token));
    return this.#closeTuple(tuple, tuple.last);
  }

  #passColon(tuple: OpenTuple): Node | undefined {
    const token = this.#tokens.peek();
    if (token.kind === ':') this.#tokens.next();
    else this.#report.add('TupleColonExpectedv2', spanOf(token));
    if (token.kind === 'EOF') {
      this.#items.push(placeholderNode(token, token));
      return this.#closeTuple(tuple, this.#tokens.beforeEnd);
    }
    tuple.last = token;
    this.#skipComments();
    tuple.expectsKey = false;
    return undefined;
  }

  /** A comma may follow the last pair, too. */
  #passComma(tuple: OpenTuple): Node | undefined {
    const token = this.#tokens.peek();
    if (token.kind === '}') return this.#closeTuple(tuple, this.#tokens.next());
    if (token.kind === ',') this.#tokens.next();
    else if (token.kind !== 'EOF') this.#report.add('TupleCommaExpectedv2', spanOf(token));
    this.#skipComments();
    if (this.#tokens.peek().kind === '}') return this.#closeTuple(tuple, this.#tokens.next());
    tuple.last = this.#tokens.peek();
    tuple.expectsKey = true;
    return undefined;
  }

  #skipComments(): void {
    for (;;) {
      this.#tokens.skipSpace();
      const token = this.#tokens.peek();
      if (token.kind !== 'comment') return;
      this.#items.push(commentNode(token));
      this.#tokens.next();
    }
  }

  #closeList(list: OpenList, end: Span): Node {
    return listNode(list.start, end, this.#items.take(list.first));
  }

  #closeTuple(tuple: OpenTuple, end: Span): Node {
    return tupleNode(tuple.start, end, this.#items.take(tuple.first));
  }
}
