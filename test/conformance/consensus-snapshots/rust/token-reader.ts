import type { Pattern } from './scope.js';
import type { Token } from './token.js';
import { unresolved } from './value.js';

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Reads tokens: those parts of Rust that give nothing. */
export class TokenReader {
  readonly tokens: readonly Token[];
  at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get isDone(): boolean {
    return this.at >= this.tokens.length;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  next(): Token {
    return this.tokens[this.at++] ?? unresolved('end of source');
  }

  is(value: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (token?.kind === 'sign' || token?.kind === 'word') && token.value === value;
  }

  isAny(values: readonly string[]): boolean {
    return values.some((value) => this.is(value));
  }

  eat(value: string): boolean {
    if (!this.is(value)) return false;
    this.at++;
    return true;
  }

  need(value: string): void {
    if (!this.eat(value)) unresolved(`syntax: ${value} expected, ${this.peek()?.value} found`);
  }

  /** Returns the tokens within brackets. */
  group(): readonly Token[] {
    const close = CLOSING[this.next().value] ?? unresolved('syntax: group');
    const start = this.at;
    for (let depth = 0; ; this.at++) {
      const token = this.peek() ?? unresolved('end of a group');
      if (token.kind !== 'sign') continue;
      if (token.value in CLOSING) depth++;
      else if (depth === 0 && token.value === close) return this.tokens.slice(start, this.at++);
      else if (Object.values(CLOSING).includes(token.value)) depth--;
    }
  }

  /** Skips `<…>`. */
  skipAngles(): void {
    let depth = 0;
    do {
      const { value } = this.next();
      if (value === '<') depth++;
      else if (value === '>') depth--;
    } while (depth > 0);
  }

  skipType(): void {
    while (this.peek()?.kind === 'lifetime' || this.isAny(['&', 'mut', 'dyn', 'impl'])) this.at++;
    if (this.isAny(['(', '['])) return void this.group();
    do {
      this.at++;
      if (this.is('<')) this.skipAngles();
    } while (this.eat('::'));
  }

  skipAttributes(): void {
    while (this.eat('#')) {
      this.eat('!');
      this.group();
    }
  }

  pattern(): Pattern {
    while (this.isAny(['mut', '&', 'ref'])) this.at++;
    if (!this.is('(')) return this.next().value;
    const parts = new TokenReader(this.group());
    const patterns: Pattern[] = [];
    while (!parts.isDone) {
      patterns.push(parts.pattern());
      parts.eat(',');
    }
    return patterns;
  }
}
