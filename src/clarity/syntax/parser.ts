import type { Span } from './expression.js';
import { LeafReader } from './leaf.js';
import { atomNode, commentNode, listNode, type Node, placeholderNode, tupleNode } from './node.js';
import type { ParseReport } from './parse-failure.js';
import { spanOf, type Token } from './token.js';
import { TokenReader } from './token-reader.js';

/** How much deeper than calls expressions may be nested (`AST_CALL_STACK_DEPTH_BUFFER`): tuples nest deeper than what they evaluate to. */
export const NESTING_BUFFER = 5;

/** The end of a node may move until it is closed. */
type OpenSpan = { -readonly [edge in keyof Span]: Span[edge] };

type OpenList = { readonly type: 'list'; readonly items: Node[]; readonly span: OpenSpan; hasSpace: boolean };
type OpenTuple = { readonly type: 'tuple'; readonly items: Node[]; readonly span: OpenSpan; expectsKey: boolean; last: Token };

/**
 * Makes a tree of tokens (clarity/src/vm/ast/parser/v2/mod.rs). Lists and tuples that are still open are kept in a stack.
 * @throws ParseFailure unless the report collects
 */
export function parseTokens(tokens: readonly Token[], issuer: string, maxDepth: number, report: ParseReport): ParsedTree {
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
  #depth = 0;
  deepest = 0;

  constructor(tokens: readonly Token[], issuer: string, maxDepth: number, report: ParseReport) {
    this.#tokens = new TokenReader(tokens);
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

  /** Reads up to the end of a node that is in no other one. Undefined stands for a token that is none, which the caller looks at. */
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
        return atomNode(spanOf(token), token.kind);
      case 'comment':
        return commentNode(spanOf(token));
      case 'placeholder':
        return placeholderNode(spanOf(token));
      default:
        return undefined;
    }
  }

  #openList(token: Token): undefined {
    this.#deepen(1);
    this.#stack.push({ type: 'list', items: [], span: spanOf(token), hasSpace: true });
  }

  #addToList(list: OpenList, node: Node | undefined): Node | undefined {
    if (node !== undefined) {
      if (!list.hasSpace && node.type !== 'comment') this.#report.add('ExpectedWhitespace', node.span);
      list.items.push(node);
      list.hasSpace = this.#tokens.skipSpace();
      return undefined;
    }
    const token = this.#tokens.last;
    switch (token.kind) {
      case ')':
        return closeList(list, token);
      case 'EOF':
        this.#report.add('ExpectedClosing', spanOf(token), ')');
        this.#report.add('NoteToMatchThis', spanOf(list.span), '(');
        return closeList(list, token);
      default:
        this.#report.add('UnexpectedToken', spanOf(token), token.kind);
        list.hasSpace = this.#tokens.skipSpace();
        return undefined;
    }
  }

  /** Opens a tuple, or returns an empty one, which needs no stack. */
  #openTuple(brace: Token): Node | undefined {
    const tuple: OpenTuple = { type: 'tuple', items: [], span: spanOf(brace), expectsKey: true, last: this.#tokens.peek() };
    this.#skipComments(tuple);
    const first = this.#tokens.peek();
    if (first.kind === ',') {
      this.#report.add('UnexpectedToken', spanOf(first), ',');
      this.#tokens.next();
      this.#skipComments(tuple);
    }
    if (this.#tokens.peek().kind === '}') return closeTuple(tuple, this.#tokens.next());
    tuple.last = this.#tokens.peek();
    this.#deepen(2);
    this.#stack.push(tuple);
    return undefined;
  }

  #addToTuple(tuple: OpenTuple, node: Node | undefined): Node | undefined {
    if (node === undefined) return this.#missInTuple(tuple);
    tuple.items.push(node);
    this.#skipComments(tuple);
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
      this.#report.add('NoteToMatchThis', spanOf(tuple.span), '{');
      return closeTuple(tuple, this.#tokens.beforeEnd);
    }
    this.#report.add('TupleValueExpected', spanOf(tuple.last));
    tuple.items.push(placeholderNode(spanOf(token)));
    return closeTuple(tuple, tuple.last);
  }

  #passColon(tuple: OpenTuple): Node | undefined {
    const token = this.#tokens.peek();
    if (token.kind === ':') this.#tokens.next();
    else this.#report.add('TupleColonExpectedv2', spanOf(token));
    if (token.kind === 'EOF') {
      tuple.items.push(placeholderNode(spanOf(token)));
      return closeTuple(tuple, this.#tokens.beforeEnd);
    }
    tuple.last = token;
    this.#skipComments(tuple);
    tuple.expectsKey = false;
    return undefined;
  }

  /** A comma may follow the last pair, too. */
  #passComma(tuple: OpenTuple): Node | undefined {
    const token = this.#tokens.peek();
    if (token.kind === '}') return closeTuple(tuple, this.#tokens.next());
    if (token.kind === ',') this.#tokens.next();
    else if (token.kind !== 'EOF') this.#report.add('TupleCommaExpectedv2', spanOf(token));
    this.#skipComments(tuple);
    if (this.#tokens.peek().kind === '}') return closeTuple(tuple, this.#tokens.next());
    tuple.last = this.#tokens.peek();
    tuple.expectsKey = true;
    return undefined;
  }

  #skipComments(tuple: OpenTuple): void {
    for (;;) {
      this.#tokens.skipSpace();
      const token = this.#tokens.peek();
      if (token.kind !== 'comment') return;
      tuple.items.push(commentNode(spanOf(token)));
      this.#tokens.next();
    }
  }
}

function closeList(list: OpenList, end: Token): Node {
  endWith(list.span, end);
  return listNode(list.span, list.items);
}

function closeTuple(tuple: OpenTuple, end: Token): Node {
  endWith(tuple.span, end);
  return tupleNode(tuple.span, tuple.items);
}

function endWith(span: OpenSpan, { endLine, endColumn }: Token): void {
  span.endLine = endLine;
  span.endColumn = endColumn;
}
