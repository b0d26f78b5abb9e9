import { isUtf8 } from 'node:buffer';

const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What a string cannot simply be cut out with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON forbids
const UNPLAIN = /[\\\u0000-\u001f]/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const NUMBER_SYMBOLS = new Set(Buffer.from('0123456789+-.eE'));

/** What is wrong with a body, with line and column, in the words of serde_json. */
export class SerdeError extends Error {
  override readonly name = 'SerdeError';
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, line: number, column: number) {
    super(`${reason} at line ${line} column ${column}`);
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}

/** Goes through JSON as serde_json does, so that an error is found at the same place. */
export class JsonCursor {
  readonly #bytes: Buffer;
  #index = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Takes one character. */
  skip(): void {
    this.#index++;
  }

  /** The next character that is no white space. */
  next(): string | undefined {
    while (/[ \n\r\t]/.test(this.peek() ?? '')) this.#index++;
    return this.peek();
  }

  peek(): string | undefined {
    const byte = this.#bytes[this.#index];
    return byte === undefined ? undefined : String.fromCharCode(byte);
  }

  /** A string; one that is not `kept` ends before a character that it may not have, as serde_json's does. */
  string({ kept = true } = {}): string {
    const start = ++this.#index;
    const quote = this.#bytes.indexOf(QUOTE, start);
    const plain = quote < 0 ? '\\' : this.#bytes.toString('utf8', start, quote);
    const isPlain = !UNPLAIN.test(plain);
    if (isPlain) this.#index = quote + 1;
    const text = isPlain ? plain : this.#escapedString(kept);
    if (kept && !isUtf8(this.#bytes.subarray(start, this.#index))) throw this.here('invalid unicode code point');
    return text;
  }

  #escapedString(kept: boolean): string {
    let text = '';
    let from = this.#index;
    for (;;) {
      const byte = this.#bytes[this.#index];
      if (byte === undefined) throw this.here('EOF while parsing a string');
      if (byte === QUOTE || byte === BACKSLASH) text += this.#bytes.toString('utf8', from, this.#index);
      if (byte >= 0x20 || kept) this.#index++;
      if (byte === QUOTE) return text;
      if (byte < 0x20) throw this.here('control character (\\u0000-\\u001F) found while parsing a string');
      if (byte === BACKSLASH) {
        text += this.#escape();
        from = this.#index;
      }
    }
  }

  #escape(): string {
    const symbol = String.fromCharCode(this.#bytes[this.#index] ?? 0);
    if (this.#index >= this.#bytes.length) throw this.here('EOF while parsing a string');
    this.#index++;
    if (symbol !== 'u') {
      const plain = ESCAPES[symbol];
      if (plain === undefined) throw this.here('invalid escape');
      return plain;
    }
    const unit = this.#hexUnit();
    if (unit >= 0xdc00 && unit <= 0xdfff) throw this.here('lone leading surrogate in hex escape');
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    for (const expected of '\\u') {
      const next = this.peek();
      if (next === undefined) throw this.here('EOF while parsing a string');
      this.#index++;
      if (next !== expected) throw this.here('unexpected end of hex escape');
    }
    const low = this.#hexUnit();
    if (low < 0xdc00 || low > 0xdfff) throw this.here('lone leading surrogate in hex escape');
    return String.fromCharCode(unit, low);
  }

  #hexUnit(): number {
    const digits = this.#bytes.toString('latin1', this.#index, this.#index + 4);
    this.#index = Math.min(this.#index + 4, this.#bytes.length);
    if (digits.length < 4) throw this.here('EOF while parsing a string');
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.here('invalid escape');
    return Number.parseInt(digits, 16);
  }

  number(): string {
    let end = this.#index;
    while (NUMBER_SYMBOLS.has(this.#bytes[end] ?? 0)) end++;
    const [text = ''] = NUMBER.exec(this.#bytes.toString('latin1', this.#index, end)) ?? [];
    const rest = this.#bytes.toString('latin1', this.#index + text.length, end);
    // a sign, a point or an exponent without digits after it
    const [cut = ''] = (text === '' ? /^-/ : /^(?:\.|[eE][+-]?)/).exec(rest) ?? [];
    this.#index += text.length + cut.length;
    if (cut !== '') throw this.peek() === undefined ? this.here('EOF while parsing a value') : this.ahead('invalid number');
    if (/^-?0$/.test(text) && isDigit(this.peek() ?? '')) throw this.ahead('invalid number');
    return text;
  }

  word(word: string): void {
    for (const symbol of word) {
      if (this.peek() === undefined) throw this.here('EOF while parsing a value');
      this.#index++;
      if (String.fromCharCode(this.#bytes[this.#index - 1] ?? 0) !== symbol) throw this.here('expected ident');
    }
  }

  here(message: string): SerdeError {
    return this.#error(message, this.#index);
  }

  /** About the next character, which is not taken. */
  ahead(message: string): SerdeError {
    return this.#error(message, Math.min(this.#index + 1, this.#bytes.length));
  }

  #error(message: string, index: number): SerdeError {
    const before = this.#bytes.subarray(0, index);
    const line = before.filter((byte) => byte === 0x0a).length + 1;
    return new SerdeError(message, line, index - (before.lastIndexOf(0x0a) + 1));
  }
}

export function isDigit(symbol: string): boolean {
  return symbol >= '0' && symbol <= '9';
}
