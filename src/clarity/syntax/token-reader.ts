import type { Span } from './expression.js';
import type { Lexer } from './lexer.js';
import type { Token } from './token.js';

/** Reads the tokens of a source one by one. After the last one, each token is the end of the source. */
export class TokenReader {
  readonly #lexer: Lexer;
  /** The token to read next, if it was made. */
  #ahead: Token | undefined;
  #last: Token | undefined;

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'EOF') this.#ahead = undefined;
    this.#last = token;
    return token;
  }

  peek(): Token {
    this.#ahead ??= this.#lexer.readToken();
    return this.#ahead;
  }

  /** The token that was read last. */
  get last(): Token {
    return this.#last as Token;
  }

  /** The place of the last character of the source, once its end was read. */
  get beforeEnd(): Span {
    return this.#lexer.beforeEnd as Span;
  }

  /** Returns whether there was white space. */
  skipSpace(): boolean {
    if (this.#ahead === undefined) return this.#lexer.skipSpace();
    if (this.#ahead.kind !== 'whitespace') return false;
    this.#ahead = undefined;
    return true;
  }

  skipToEnd(): void {
    while (this.next().kind !== 'EOF');
  }
}
