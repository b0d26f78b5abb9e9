import {
  APOSTROPHE,
  CLOSE,
  COLON,
  COMMA,
  DOT,
  EOF,
  EQUAL,
  GREATER,
  IS_C32,
  IS_COMMENT,
  IS_DIGIT,
  IS_HEX,
  IS_LETTER,
  IS_NAME,
  IS_SPACE,
  IS_TRAIT_NAME,
  isDigit,
  isSeparator,
  LESS,
  LOWER_U,
  LOWER_X,
  MINUS,
  NEWLINE,
  OPEN_BRACE,
  QUOTE,
  RETURN,
  SEMICOLON,
  SPACE,
  shown,
  TAB,
  ZERO,
} from './characters.js';
import type { Span } from './expression.js';
import type { ParseReport } from './parse-failure.js';
import { SourceReader } from './source-reader.js';
import { readAscii, readUtf8 } from './string-lexer.js';
import { type Comment, spanOf, type Token, type TokenKind } from './token.js';

const PUNCTUATION: ReadonlyMap<number, TokenKind> = new Map(
  (['(', ')', '{', '}', ':', ',', '.', '+', '*', '/'] as const).map((char) => [char.charCodeAt(0), char]),
);

/** Makes tokens of a source (clarity/src/vm/ast/parser/v2/lexer/mod.rs). What is wrong goes to the report. */
export class Lexer extends SourceReader {
  readonly #comments: Comment[] | undefined;
  #hasReturns = false;
  /** Where the last character before the end is, once the end was read. */
  beforeEnd: Span | undefined;

  /** @param comments filled with the comments of what is read */
  constructor(source: string, report: ParseReport, comments: Comment[] | undefined) {
    super(source, report);
    this.#comments = comments;
  }

  /** Reads a token. After the end, there is none. */
  readToken(): Token {
    const startLine = this.line;
    const startColumn = this.column;
    this.text = '';
    const kind = this.#readKind();
    const token: Token = { kind, text: this.text, startLine, startColumn, endLine: this.lastLine, endColumn: this.lastColumn };
    if (kind === 'comment') this.#comments?.push({ text: this.text, span: spanOf(token) });
    return token;
  }

  /** Passes over white space without a token, and returns whether there was any. */
  skipSpace(): boolean {
    const { next } = this;
    if (next !== SPACE && next !== NEWLINE && next !== TAB && next !== RETURN) return false;
    this.#readWhitespace();
    return true;
  }

  #readKind(): TokenKind {
    const char = this.next;
    if (char < 128 && IS_LETTER[char] === 1 && char !== LOWER_U) return this.#readName(this.at);
    const punctuation = PUNCTUATION.get(char);
    if (punctuation !== undefined) {
      this.read();
      return char <= CLOSE || char >= OPEN_BRACE || char === COLON || char === COMMA || char === DOT
        ? punctuation
        : this.#operator(punctuation);
    }
    switch (char) {
      case SPACE:
      case TAB:
      case NEWLINE:
      case RETURN:
        return this.#readWhitespace();
      case EOF:
        this.beforeEnd = this.last();
        this.read();
        return 'EOF';
      case MINUS:
        this.read();
        return isDigit(this.next) ? this.#readInteger(this.at - 1) : this.#operator('-');
      case LESS:
        return this.#readLess();
      case GREATER:
        this.read();
        if (this.next !== EQUAL) return this.#operator('>');
        this.read();
        return this.#operator('>=');
      case SEMICOLON:
        return this.#readComment();
      case APOSTROPHE:
        return this.#readPrincipal();
      case LOWER_U:
        this.read();
        if (isDigit(this.next)) return this.#readUnsigned();
        return this.next === QUOTE ? readUtf8(this) : this.#readName(this.at - 1);
      case QUOTE:
        return readAscii(this);
      case ZERO:
        return this.#readZero();
    }
    if (isDigit(char)) return this.#readInteger(this.at);
    this.fail(`unknown symbol, '${shown(char)}'`, this.here());
    this.text = shown(char);
    this.read();
    return 'placeholder';
  }

  #readWhitespace(): TokenKind {
    for (;;) {
      const char = this.skip(IS_SPACE);
      if (char === RETURN) this.#reportReturn();
      else if (char !== NEWLINE) return 'whitespace';
      this.read();
    }
  }

  #reportReturn(): void {
    if (this.#hasReturns) return;
    this.#hasReturns = true;
    this.fail("unsupported line-ending '\\r', only '\\n' is supported", this.here());
    this.note('you may need to change your editor from CRLF mode to LF mode', this.here());
  }

  #readComment(): TokenKind {
    this.read();
    if (this.next === SEMICOLON) this.read();
    else this.fail('unexpected single \';\' (comments begin with ";;"', this.last());
    const start = this.at;
    for (let char = this.skip(IS_COMMENT); char !== NEWLINE && char !== EOF; char = this.skip(IS_COMMENT)) {
      if (char === RETURN) this.#reportReturn();
      this.read();
    }
    if (this.#comments !== undefined) this.text = this.since(start).replaceAll('\r', '').trimStart();
    return 'comment';
  }

  #readName(start: number): TokenKind {
    this.skip(IS_NAME);
    if (!isSeparator(this.next)) return this.#skipWord(start, `invalid character, '${shown(this.next)}', in identifier`);
    this.text = this.since(start);
    return 'identifier';
  }

  #readLess(): TokenKind {
    const start = this.at;
    const bracket = this.here();
    this.read();
    if (this.next === EQUAL) {
      this.read();
      return this.#operator('<=');
    }
    if (this.next >= 128 || IS_LETTER[this.next] !== 1) return this.#operator('<');
    const end = this.skip(IS_TRAIT_NAME);
    if (end === GREATER) {
      this.text = this.since(start + 1);
      this.read();
      return 'trait-identifier';
    }
    if (isSeparator(this.next)) {
      this.text = this.since(start);
      this.fail("expected closing '>'", this.here());
      this.note("to match this '<'", bracket);
    } else {
      this.#skipWord(start, `invalid character, '${shown(this.next)}', in trait identifier`);
    }
    // The separator belongs to the token.
    this.read();
    return 'placeholder';
  }

  #readPrincipal(): TokenKind {
    const start = this.at;
    this.read();
    this.skip(IS_C32);
    if (!isSeparator(this.next)) return this.#skipWord(start, `invalid character, '${shown(this.next)}', in principal literal`);
    this.text = this.since(start + 1);
    return 'principal';
  }

  #readInteger(start: number): TokenKind {
    this.skip(IS_DIGIT);
    if (!isSeparator(this.next)) return this.#skipWord(start, `invalid character, '${shown(this.next)}', in int literal`);
    this.text = this.since(start);
    return 'int';
  }

  #readZero(): TokenKind {
    const start = this.at;
    this.read();
    return this.next === LOWER_X ? this.#readHex(start) : this.#readInteger(start);
  }

  #readUnsigned(): TokenKind {
    const start = this.at;
    this.skip(IS_DIGIT);
    if (!isSeparator(this.next)) return this.#skipWord(start - 1, `invalid character, '${shown(this.next)}', in uint literal`);
    this.text = this.since(start);
    return 'uint';
  }

  #readHex(start: number): TokenKind {
    const place = { startLine: this.line, startColumn: this.column - 1 };
    this.read();
    this.skip(IS_HEX);
    if (!isSeparator(this.next)) return this.#skipWord(start, `invalid character, '${shown(this.next)}', in buffer`);
    const digits = this.since(start + 2);
    if (digits.length % 2 !== 0) {
      this.fail(`invalid buffer length, ${digits.length}`, { ...place, endLine: this.lastLine, endColumn: this.lastColumn });
      this.text = `0x${digits}`;
      return 'placeholder';
    }
    this.text = digits;
    return 'bytes';
  }

  /** An operator ends with a separator. */
  #operator(kind: TokenKind): TokenKind {
    if (!isSeparator(this.next)) this.fail('expected separator', this.here());
    return kind;
  }

  #skipWord(start: number, message: string): TokenKind {
    const place = { startLine: this.line, startColumn: this.column };
    while (!isSeparator(this.next)) this.read();
    this.fail(message, { ...place, endLine: this.lastLine, endColumn: this.lastColumn });
    this.text = this.since(start);
    return 'placeholder';
  }
}
