import type { Token } from './token.js';

/** Goes through the tokens of a source. The last one, its end, is there for ever. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  next(): Token {
    const token = this.peek();
    if (this.#at < this.#tokens.length) this.#at++;
    return token;
  }

  peek(): Token {
    return (this.#tokens[this.#at] ?? this.#tokens.at(-1)) as Token;
  }

  /** The token that was read last. */
  get last(): Token {
    return this.#tokens[this.#at - 1] as Token;
  }

  /** The last token of the source before its end. */
  get beforeEnd(): Token {
    return this.#tokens.at(-2) as Token;
  }

  /** Returns whether there was white space. */
  skipSpace(): boolean {
    const start = this.#at;
    while (this.#tokens[this.#at]?.kind === 'whitespace') this.#at++;
    return this.#at > start;
  }

  skipToEnd(): void {
    this.#at = this.#tokens.length;
  }
}
