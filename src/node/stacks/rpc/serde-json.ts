/** The kinds of fields that request bodies have; only the last may be missing from an array. */
type FieldKind = 'string' | 'strings' | 'optional-string' | 'optional-u64';
export type FieldValue = string | string[] | bigint | undefined;
/** A struct as Rust declares it: fields in order, all but optional ones required. */
type Struct<Name extends string> = { name: string; fields: Record<Name, FieldKind> };

const MAX_U64 = 18_446_744_073_709_551_615n;
const KINDS: Record<FieldKind, string> = {
  string: 'a string',
  strings: 'a sequence',
  'optional-string': 'a string',
  'optional-u64': 'u64',
};
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** What is wrong with a body, with line and column, in the words of serde_json. */
export class SerdeError extends Error {
  override readonly name = 'SerdeError';
}

/**
 * Reads a struct from JSON as serde_json does, for bodies whose errors the node quotes: an object with unknown keys ignored,
 * or an array of the fields in order.
 * @throws SerdeError
 */
export function parseStruct<Name extends string>(body: Buffer, struct: Struct<Name>): Record<Name, FieldValue> {
  const reader = new JsonReader(body);
  const result = reader.struct(struct);
  reader.end();
  return result as Record<Name, FieldValue>;
}

class JsonReader {
  readonly #bytes: Buffer;
  #index = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  struct({ name, fields }: Struct<string>): Record<string, FieldValue> {
    const start = this.#next();
    if (start === undefined) throw this.#ahead('EOF while parsing a value');
    if (start === '{') return this.#object(fields);
    if (start === '[') return this.#sequence(name, fields);
    throw this.#wrongType(`struct ${name}`);
  }

  end(): void {
    if (this.#next() !== undefined) throw this.#ahead('trailing characters');
  }

  #object(fields: Record<string, FieldKind>): Record<string, FieldValue> {
    this.#index++;
    const values: Record<string, FieldValue> = {};
    const seen = new Set<string>();
    for (let key = this.#key(true); key !== undefined; key = this.#key(false)) {
      const kind = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (kind !== undefined && seen.has(key)) throw this.#afterObject(`duplicate field \`${key}\``);
      seen.add(key);
      const colon = this.#next();
      if (colon !== ':') throw this.#ahead(colon === undefined ? 'EOF while parsing an object' : 'expected `:`');
      this.#index++;
      if (kind === undefined) this.#value();
      else values[key] = this.#field(kind);
    }
    for (const [key, kind] of Object.entries(fields)) {
      if (!kind.startsWith('optional') && !seen.has(key)) throw this.#afterObject(`missing field \`${key}\``);
    }
    this.#index++;
    return values;
  }

  /** Fields in order; an optional one may be left out at the end. */
  #sequence(name: string, fields: Record<string, FieldKind>): Record<string, FieldValue> {
    this.#index++;
    const values: Record<string, FieldValue> = {};
    const entries = Object.entries(fields);
    let missing: string | undefined;
    for (const [i, [key, kind]] of entries.entries()) {
      if (this.#element(i === 0)) values[key] = this.#field(kind);
      else if (kind !== 'optional-u64') missing ??= `invalid length ${i}, expected struct ${name} with ${entries.length} elements`;
    }
    const close = this.#next();
    if (close === ']') this.#index++;
    if (missing !== undefined) throw this.#here(missing);
    if (close !== ']') throw this.#ahead(close === undefined ? 'EOF while parsing a list' : 'trailing characters');
    return values;
  }

  #field(kind: FieldKind): FieldValue {
    const start = this.#next();
    if (start === undefined) throw this.#ahead('EOF while parsing a value');
    if (start === 'n' && kind.startsWith('optional')) {
      this.#word('null');
      return undefined;
    }
    if (kind === 'strings') {
      if (start !== '[') throw this.#wrongType(KINDS[kind]);
      return this.#strings();
    }
    if (kind !== 'optional-u64') {
      if (start !== '"') throw this.#wrongType(KINDS[kind]);
      return this.#string();
    }
    if (start !== '-' && !isDigit(start)) throw this.#wrongType(KINDS[kind]);
    const number = this.#number();
    if (/[.eE]/.test(number)) throw this.#here(`invalid type: ${describeNumber(number)}, expected u64`);
    const value = BigInt(number);
    if (value > MAX_U64) throw this.#here(`invalid type: floating point \`${Number(number).toExponential()}\`, expected u64`);
    if (value < 0n) throw this.#here(`invalid value: ${describeNumber(number)}, expected u64`);
    return value;
  }

  #strings(): string[] {
    this.#index++;
    const list: string[] = [];
    for (let first = true; this.#element(first); first = false) {
      if (this.#next() !== '"') throw this.#wrongType('a string');
      list.push(this.#string());
    }
    this.#index++;
    return list;
  }

  /** The next key of an object; undefined at its end, which is not yet taken. */
  #key(first: boolean): string | undefined {
    let next = this.#next();
    if (next === '}') return undefined;
    if (next === undefined) throw this.#ahead('EOF while parsing an object');
    if (!first) {
      if (next !== ',') throw this.#ahead('expected `,` or `}`');
      this.#index++;
      next = this.#next();
      if (next === undefined) throw this.#ahead('EOF while parsing a value');
      if (next === '}') throw this.#ahead('trailing comma');
    }
    if (next !== '"') throw this.#ahead('key must be a string');
    return this.#string();
  }

  /** Whether a list has another element, which is then next. */
  #element(first: boolean): boolean {
    let next = this.#next();
    if (next === undefined) throw this.#ahead('EOF while parsing a list');
    if (next === ']') return false;
    if (first) return true;
    if (next !== ',') throw this.#ahead('expected `,` or `]`');
    this.#index++;
    next = this.#next();
    if (next === ']') throw this.#ahead('trailing comma');
    if (next === undefined) throw this.#ahead('EOF while parsing a value');
    return true;
  }

  /** Any value; what it is does not matter. */
  #value(): void {
    const start = this.#next();
    if (start === undefined) throw this.#ahead('EOF while parsing a value');
    if (start === '"') this.#string();
    else if (start === '-' || isDigit(start)) this.#number();
    else if (start === 'n' || start === 't' || start === 'f') this.#word(WORDS[start]);
    else if (start === '{') this.#object({});
    else if (start === '[') {
      this.#index++;
      for (let first = true; this.#element(first); first = false) this.#value();
      this.#index++;
    } else throw this.#ahead('expected value');
  }

  #string(): string {
    const start = ++this.#index;
    let text = '';
    let from = start;
    for (;;) {
      const byte = this.#bytes[this.#index];
      if (byte === undefined) throw this.#here('EOF while parsing a string');
      if (byte === 0x22 || byte === 0x5c) text += this.#bytes.toString('utf8', from, this.#index);
      this.#index++;
      if (byte === 0x22) return text;
      if (byte < 0x20) throw this.#here('control character (\\u0000-\\u001F) found while parsing a string');
      if (byte === 0x5c) {
        text += this.#escape();
        from = this.#index;
      }
    }
  }

  #escape(): string {
    const symbol = String.fromCharCode(this.#bytes[this.#index] ?? 0);
    if (this.#index >= this.#bytes.length) throw this.#here('EOF while parsing a string');
    this.#index++;
    if (symbol !== 'u') {
      const plain = ESCAPES[symbol];
      if (plain === undefined) throw this.#here('invalid escape');
      return plain;
    }
    const digits = this.#bytes.toString('latin1', this.#index, this.#index + 4);
    this.#index = Math.min(this.#index + 4, this.#bytes.length);
    if (digits.length < 4) throw this.#here('EOF while parsing a string');
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#here('invalid escape');
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #number(): string {
    const [text = ''] = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(this.#bytes.toString('latin1', this.#index)) ?? [];
    if (text === '') {
      this.#index++;
      throw this.#index < this.#bytes.length ? this.#ahead('invalid number') : this.#here('EOF while parsing a value');
    }
    this.#index += text.length;
    if (/^-?0$/.test(text) && isDigit(this.#peek() ?? '')) throw this.#ahead('invalid number');
    return text;
  }

  #word(word: string): void {
    for (const symbol of word) {
      if (this.#peek() === undefined) throw this.#here('EOF while parsing a value');
      this.#index++;
      if (String.fromCharCode(this.#bytes[this.#index - 1] ?? 0) !== symbol) throw this.#here('expected ident');
    }
  }

  /** Takes what is there instead, as far as serde_json does. */
  #wrongType(expected: string): SerdeError {
    const start = this.#peek() ?? '';
    const wrong = (what: string) => this.#here(`invalid type: ${what}, expected ${expected}`);
    if (start === '"') return wrong(`string ${JSON.stringify(this.#string())}`);
    if (start === '-' || isDigit(start)) {
      const number = this.#number();
      // numbers that are no integers are kept as they were written, and told of without their value
      return wrong(/[.eE]/.test(number) ? 'number' : describeNumber(number));
    }
    if (start === '[') return wrong('sequence');
    if (start === '{') return wrong('map');
    if (start !== 'n' && start !== 't' && start !== 'f') return this.#ahead('expected value');
    this.#word(WORDS[start]);
    return wrong(start === 'n' ? 'null' : `boolean \`${WORDS[start]}\``);
  }

  /** The next character that is no white space. */
  #next(): string | undefined {
    while (/[ \n\r\t]/.test(this.#peek() ?? '')) this.#index++;
    return this.#peek();
  }

  #peek(): string | undefined {
    const byte = this.#bytes[this.#index];
    return byte === undefined ? undefined : String.fromCharCode(byte);
  }

  /** An error about an object as a whole is told of after its end, where there is one. */
  #afterObject(message: string): SerdeError {
    if (this.#next() === '}') this.#index++;
    return this.#here(message);
  }

  #here(message: string): SerdeError {
    return this.#error(message, this.#index);
  }

  /** About the next character, which is not taken. */
  #ahead(message: string): SerdeError {
    return this.#error(message, Math.min(this.#index + 1, this.#bytes.length));
  }

  #error(message: string, index: number): SerdeError {
    const before = this.#bytes.subarray(0, index);
    const line = before.filter((byte) => byte === 0x0a).length + 1;
    return new SerdeError(`${message} at line ${line} column ${index - (before.lastIndexOf(0x0a) + 1)}`);
  }
}

const WORDS = { n: 'null', t: 'true', f: 'false' } as const;

function isDigit(symbol: string): boolean {
  return symbol >= '0' && symbol <= '9';
}

function describeNumber(text: string): string {
  if (!/[.eE]/.test(text)) return `integer \`${BigInt(text)}\``;
  const value = Number(text);
  return `floating point \`${Number.isInteger(value) ? value.toFixed(1) : value}\``;
}
