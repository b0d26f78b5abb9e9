import type { Span } from './expression.js';
import type { ParseReport } from './parse-failure.js';
import type { Token, TokenKind } from './token.js';

/** The end of the source, and by that also this character: the node cannot tell them apart. */
const EOF = 0xfffd;

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const CLOSE = 41;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const SEMICOLON = 59;
const LESS = 60;
const EQUAL = 61;
const GREATER = 62;
const BACKSLASH = 92;
const LOWER_U = 117;
const LOWER_X = 120;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const IS_SEPARATOR = tableOf('(){},:.; \t\n\f\r');
const IS_SPACE = tableOf(' \t');
const IS_DIGIT = tableOf('0123456789');
const IS_NAME = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-!?+<>=/*');
const IS_TRAIT_NAME = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-');
const IS_C32 = tableOf('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
const IS_HEX = tableOf('0123456789abcdefABCDEF');
const IS_LETTER = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

const ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({ '\\': '\\', '"': '"', n: '\n', t: '\t', r: '\r', 0: '\0' }).map(([char, text]) => [char.charCodeAt(0), text]),
);

const PUNCTUATION: ReadonlyMap<number, TokenKind> = new Map(
  (['(', ')', '{', '}', ':', ',', '.', '+', '*', '/'] as const).map((char) => [char.charCodeAt(0), char]),
);

const IS_COMMENT = tableOfAllBut('\n\r');
const IS_STRING = tableOfAllBut('\n"\\');

function tableOfAllBut(chars: string): Uint8Array {
  return tableOf(chars).map((is) => 1 - is);
}

function tableOf(chars: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}

/** Returns the tokens of a source, the last of which is its end (clarity/src/vm/ast/parser/v2/lexer/mod.rs). @throws ParseFailure unless the report collects */
export function readTokens(source: string, report: ParseReport): Token[] {
  const lexer = new Lexer(source, report);
  const tokens: Token[] = [];
  for (;;) {
    const token = lexer.readToken();
    tokens.push(token);
    if (token.kind === 'EOF') return tokens;
  }
}

class Lexer {
  readonly #source: string;
  readonly #report: ParseReport;
  /** The character to look at next, and where it is. */
  #next = 0;
  #at = 0;
  #line = 1;
  #column = 0;
  /** Where the character after it begins. */
  #following = 0;
  /** Where the last character is that was read. */
  #lastLine = 0;
  #lastColumn = 0;
  #hasReturns = false;
  /** The contents of the token that was read last. */
  #text = '';

  constructor(source: string, report: ParseReport) {
    this.#source = source;
    this.#report = report;
    this.#read();
  }

  readToken(): Token {
    const startLine = this.#line;
    const startColumn = this.#column;
    this.#text = '';
    const kind = this.#readKind();
    return { kind, text: this.#text, startLine, startColumn, endLine: this.#lastLine, endColumn: this.#lastColumn };
  }

  #readKind(): TokenKind {
    const char = this.#next;
    if (char < 128 && IS_LETTER[char] === 1 && char !== LOWER_U) return this.#readName(this.#at);
    const punctuation = PUNCTUATION.get(char);
    if (punctuation !== undefined) {
      this.#read();
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
        this.#read();
        return 'EOF';
      case MINUS:
        this.#read();
        return isDigit(this.#next) ? this.#readInteger(this.#at - 1) : this.#operator('-');
      case LESS:
        return this.#readLess();
      case GREATER:
        this.#read();
        if (this.#next !== EQUAL) return this.#operator('>');
        this.#read();
        return this.#operator('>=');
      case SEMICOLON:
        return this.#readComment();
      case APOSTROPHE:
        return this.#readPrincipal();
      case LOWER_U:
        this.#read();
        if (isDigit(this.#next)) return this.#readUnsigned();
        return this.#next === QUOTE ? this.#readUtf8() : this.#readName(this.#at - 1);
      case QUOTE:
        return this.#readAscii();
      case ZERO:
        return this.#readZero();
    }
    if (isDigit(char)) return this.#readInteger(this.#at);
    this.#fail(`unknown symbol, '${shown(char)}'`, this.#here());
    this.#text = shown(char);
    this.#read();
    return 'placeholder';
  }

  /** Goes to the next character and returns it. A character that is not ASCII is an error as soon as it comes into view. */
  #read(): number {
    this.#lastLine = this.#line;
    this.#lastColumn = this.#column;
    this.#at = this.#following;
    if (this.#at < this.#source.length) {
      if (this.#next === NEWLINE) {
        this.#line++;
        this.#column = 0;
      }
      const char = this.#source.charCodeAt(this.#at);
      this.#following++;
      this.#next = char < 128 ? char : this.#readNonAscii();
    } else {
      this.#next = EOF;
    }
    this.#column++;
    return this.#next;
  }

  /** Goes to the next character that is not in a table. Tables have no newline in them. */
  #skip(table: Uint8Array): number {
    if (this.#next >= 128 || table[this.#next] !== 1) return this.#next;
    const source = this.#source;
    let at = this.#following;
    while (at < source.length) {
      const char = source.charCodeAt(at);
      if (char >= 128 || table[char] !== 1) break;
      at++;
    }
    this.#column += at - this.#following;
    this.#following = at;
    return this.#read();
  }

  #readNonAscii(): number {
    const char = this.#source.codePointAt(this.#at) as number;
    if (char > 0xffff) this.#following++;
    const column = this.#column + 1;
    const span = { startLine: this.#line, startColumn: column, endLine: this.#line, endColumn: column };
    this.#fail(`illegal non-ASCII character, '${shown(char)}'`, span);
    return char;
  }

  #readWhitespace(): TokenKind {
    for (;;) {
      const char = this.#skip(IS_SPACE);
      if (char === RETURN) this.#reportReturn();
      else if (char !== NEWLINE) return 'whitespace';
      this.#read();
    }
  }

  #reportReturn(): void {
    if (this.#hasReturns) return;
    this.#hasReturns = true;
    this.#fail("unsupported line-ending '\\r', only '\\n' is supported", this.#here());
    this.#report.note('you may need to change your editor from CRLF mode to LF mode', this.#here());
  }

  #readComment(): TokenKind {
    this.#read();
    if (this.#next === SEMICOLON) this.#read();
    else this.#fail('unexpected single \';\' (comments begin with ";;"', this.#last());
    const start = this.#at;
    for (let char = this.#skip(IS_COMMENT); char !== NEWLINE && char !== EOF; char = this.#skip(IS_COMMENT)) {
      if (char === RETURN) this.#reportReturn();
      this.#read();
    }
    this.#text = this.#since(start).replaceAll('\r', '').trimStart();
    return 'comment';
  }

  #readName(start: number): TokenKind {
    this.#skip(IS_NAME);
    if (!isSeparator(this.#next)) return this.#skipWord(start, `invalid character, '${shown(this.#next)}', in identifier`);
    this.#text = this.#since(start);
    return 'identifier';
  }

  #readLess(): TokenKind {
    const start = this.#at;
    const bracket = this.#here();
    this.#read();
    if (this.#next === EQUAL) {
      this.#read();
      return this.#operator('<=');
    }
    if (this.#next >= 128 || IS_LETTER[this.#next] !== 1) return this.#operator('<');
    const end = this.#skip(IS_TRAIT_NAME);
    if (end === GREATER) {
      this.#text = this.#source.slice(start + 1, this.#at);
      this.#read();
      return 'trait-identifier';
    }
    if (isSeparator(this.#next)) {
      this.#text = this.#since(start);
      this.#fail("expected closing '>'", this.#here());
      this.#report.note("to match this '<'", bracket);
    } else {
      this.#skipWord(start, `invalid character, '${shown(this.#next)}', in trait identifier`);
    }
    // The separator belongs to the token.
    this.#read();
    return 'placeholder';
  }

  #readPrincipal(): TokenKind {
    const start = this.#at;
    this.#read();
    this.#skip(IS_C32);
    if (!isSeparator(this.#next)) return this.#skipWord(start, `invalid character, '${shown(this.#next)}', in principal literal`);
    this.#text = this.#source.slice(start + 1, this.#at);
    return 'principal';
  }

  #readInteger(start: number): TokenKind {
    this.#skip(IS_DIGIT);
    if (!isSeparator(this.#next)) return this.#skipWord(start, `invalid character, '${shown(this.#next)}', in int literal`);
    this.#text = this.#since(start);
    return 'int';
  }

  #readZero(): TokenKind {
    const start = this.#at;
    this.#read();
    return this.#next === LOWER_X ? this.#readHex(start) : this.#readInteger(start);
  }

  #readUnsigned(): TokenKind {
    const start = this.#at;
    this.#skip(IS_DIGIT);
    if (!isSeparator(this.#next)) return this.#skipWord(start - 1, `invalid character, '${shown(this.#next)}', in uint literal`);
    this.#text = this.#since(start);
    return 'uint';
  }

  #readHex(start: number): TokenKind {
    const place = { startLine: this.#line, startColumn: this.#column - 1 };
    this.#read();
    this.#skip(IS_HEX);
    if (!isSeparator(this.#next)) return this.#skipWord(start, `invalid character, '${shown(this.#next)}', in buffer`);
    const digits = this.#source.slice(start + 2, this.#at);
    if (digits.length % 2 !== 0) {
      this.#fail(`invalid buffer length, ${digits.length}`, { ...place, endLine: this.#lastLine, endColumn: this.#lastColumn });
      this.#text = `0x${digits}`;
      return 'placeholder';
    }
    this.#text = digits;
    return 'bytes';
  }

  #readAscii(): TokenKind {
    const quote = this.#here();
    let text = '';
    this.#read();
    for (;;) {
      const start = this.#at;
      const end = this.#skip(IS_STRING);
      text += this.#since(start);
      if (end === QUOTE) {
        this.#read();
        this.#text = text;
        return 'string-ascii';
      }
      if (end !== BACKSLASH) break;
      const escaped = this.#readEscape();
      if (escaped === undefined) return this.#skipString(`"${text}\\`);
      text += escaped;
      this.#read();
    }
    if (this.#next === EOF || this.#next === NEWLINE) return this.#reportUnclosed('"', text, quote);
    this.#fail(`invalid character, '${shown(this.#next)}', in string literal`, this.#here());
    return this.#skipString(`"${text}`);
  }

  #readUtf8(): TokenKind {
    const quote = { startLine: this.#lastLine, startColumn: this.#lastColumn, endLine: this.#lastLine, endColumn: this.#lastColumn + 1 };
    let text = '';
    this.#read();
    for (;;) {
      const start = this.#at;
      let end = this.#skip(IS_STRING);
      while (end >= 128 && end !== EOF) {
        this.#read();
        end = this.#skip(IS_STRING);
      }
      text += this.#since(start);
      if (end === QUOTE) {
        this.#read();
        this.#text = text;
        return 'string-utf8';
      }
      if (end !== BACKSLASH) return this.#reportUnclosed('u"', text, quote);
      if (this.#read() === LOWER_U) {
        const char = this.#readCodePoint();
        if (typeof char === 'object') return this.#skipString(`u"${text}\\u${char.bad}`);
        text += char;
        continue;
      }
      const escaped = this.#escape();
      if (escaped === undefined) return this.#skipString(`u"${text}\\`);
      text += escaped;
      this.#read();
    }
  }

  #readEscape(): string | undefined {
    this.#read();
    return this.#escape();
  }

  #escape(): string | undefined {
    const escaped = ESCAPES.get(this.#next);
    if (escaped === undefined) this.#fail(`unknown escape character, '${shown(this.#next)}'`, { ...this.#last(), ...this.#end() });
    return escaped;
  }

  /** Reads `u{…}`, what follows a backslash. */
  #readCodePoint(): string | { readonly bad: string } {
    const start = { startLine: this.#line, startColumn: this.#column };
    const open = this.#read();
    const brace = { startLine: this.#line, startColumn: this.#column };
    if (open !== OPEN_BRACE) {
      this.#fail('invalid UTF8 encoding', this.#here());
      return { bad: '' };
    }
    const from = this.#following;
    this.#read();
    const end = this.#skip(IS_HEX);
    const digits = this.#source.slice(from, this.#at);
    if (end === CLOSE_BRACE) {
      if (digits === '') this.#fail('empty UTF8 encoding', { ...brace, ...this.#end() });
      this.#read();
      const code = Number.parseInt(digits, 16);
      if (code < 0xd800 || (code > 0xdfff && code <= 0x10ffff)) return String.fromCodePoint(code);
      if (digits !== '') this.#fail('invalid UTF8 encoding', { ...start, ...this.#end() });
      return { bad: `{${digits}}` };
    }
    if (end === QUOTE || end === EOF) {
      this.#fail("unterminated UTF8 encoding, missing '}'", this.#here());
      this.#report.note("to match this '}'", { ...brace, endLine: brace.startLine, endColumn: brace.startColumn });
    } else {
      this.#fail(`invalid character, '${shown(end)}', in UTF8 encoding`, this.#here());
    }
    return { bad: `{${digits}` };
  }

  #reportUnclosed(prefix: string, text: string, quote: Span): TokenKind {
    this.#fail("expected closing '\"'", this.#here());
    this.#report.note("to match this '\"'", quote);
    this.#text = prefix + text;
    return 'placeholder';
  }

  /** An operator ends with a separator. */
  #operator(kind: TokenKind): TokenKind {
    if (!isSeparator(this.#next)) this.#fail('expected separator', this.#here());
    return kind;
  }

  #skipWord(start: number, message: string): TokenKind {
    const place = { startLine: this.#line, startColumn: this.#column };
    while (!isSeparator(this.#next)) this.#read();
    this.#fail(message, { ...place, endLine: this.#lastLine, endColumn: this.#lastColumn });
    this.#text = this.#since(start);
    return 'placeholder';
  }

  #skipString(prefix: string): TokenKind {
    const start = this.#at;
    while (this.#next !== QUOTE && this.#next !== NEWLINE && this.#next !== EOF) this.#read();
    while (!isSeparator(this.#next)) this.#read();
    this.#text = prefix + this.#since(start);
    return 'placeholder';
  }

  #since(start: number): string {
    return this.#source.slice(start, this.#at);
  }

  #fail(message: string, span: Span): void {
    this.#report.add('Lexer', span, message);
  }

  #here(): Span {
    return { startLine: this.#line, startColumn: this.#column, ...this.#end() };
  }

  #end(): Pick<Span, 'endLine' | 'endColumn'> {
    return { endLine: this.#line, endColumn: this.#column };
  }

  #last(): Span {
    return { startLine: this.#lastLine, startColumn: this.#lastColumn, endLine: this.#lastLine, endColumn: this.#lastColumn };
  }
}

function isDigit(char: number): boolean {
  return char >= ZERO && char <= NINE;
}

function isSeparator(char: number): boolean {
  return char < 128 ? IS_SEPARATOR[char] === 1 : char === EOF;
}

function shown(char: number): string {
  return String.fromCodePoint(char);
}
