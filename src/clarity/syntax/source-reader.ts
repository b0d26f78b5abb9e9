import { EOF, NEWLINE, shown } from './characters.js';
import type { Span } from './expression.js';
import type { ParseReport } from './parse-failure.js';

/** Goes through the characters of a source, with their places (`Lexer`, clarity/src/vm/ast/parser/v2/lexer/mod.rs). */
export class SourceReader {
  readonly #source: string;
  readonly #report: ParseReport;
  /** The character to look at next, and where it is. */
  next = 0;
  at = 0;
  line = 1;
  column = 0;
  /** Where the character after it begins. */
  following = 0;
  /** Where the last character is that was read. */
  lastLine = 0;
  lastColumn = 0;
  /** The contents of the token that was read last. */
  text = '';

  constructor(source: string, report: ParseReport) {
    this.#source = source;
    this.#report = report;
    this.read();
  }

  /** Goes to the next character and returns it. A character that is not ASCII is an error as soon as it comes into view. */
  read(): number {
    this.lastLine = this.line;
    this.lastColumn = this.column;
    this.at = this.following;
    if (this.at < this.#source.length) {
      if (this.next === NEWLINE) {
        this.line++;
        this.column = 0;
      }
      const char = this.#source.charCodeAt(this.at);
      this.following++;
      this.next = char < 128 ? char : this.#readNonAscii();
    } else {
      this.next = EOF;
    }
    this.column++;
    return this.next;
  }

  /** Goes to the next character that is not in a table. Tables have no newline in them. */
  skip(table: Uint8Array): number {
    if (this.next >= 128 || table[this.next] !== 1) return this.next;
    const source = this.#source;
    let at = this.following;
    while (at < source.length) {
      const char = source.charCodeAt(at);
      if (char >= 128 || table[char] !== 1) break;
      at++;
    }
    this.column += at - this.following;
    this.following = at;
    return this.read();
  }

  #readNonAscii(): number {
    const char = this.#source.codePointAt(this.at) as number;
    if (char > 0xffff) this.following++;
    const column = this.column + 1;
    const span = { startLine: this.line, startColumn: column, endLine: this.line, endColumn: column };
    this.fail(`illegal non-ASCII character, '${shown(char)}'`, span);
    return char;
  }

  /** The characters from a place to before the next one. */
  since(start: number): string {
    return this.#source.slice(start, this.at);
  }

  /** @throws ParseFailure unless the report collects */
  fail(message: string, span: Span): void {
    this.#report.add('Lexer', span, message);
  }

  note(message: string, span: Span): void {
    this.#report.note(message, span);
  }

  /** The place of the next character. */
  here(): Span {
    return { startLine: this.line, startColumn: this.column, ...this.end() };
  }

  end(): Pick<Span, 'endLine' | 'endColumn'> {
    return { endLine: this.line, endColumn: this.column };
  }

  /** The place of the last character that was read. */
  last(): Span {
    return { startLine: this.lastLine, startColumn: this.lastColumn, endLine: this.lastLine, endColumn: this.lastColumn };
  }
}
