import { isDigit, JsonCursor, type SerdeError } from './json-cursor.js';

/** The kinds of fields that request bodies have; only the last may be missing from an array. */
type FieldKind = 'string' | 'strings' | 'hex' | 'hex-65' | 'u32' | 'optional-string' | 'optional-u64';
export type FieldValue = string | string[] | bigint | undefined;
/** A struct as Rust declares it: fields in order, all but optional ones required. */
type Struct<Name extends string> = { name: string; fields: Record<Name, FieldKind> };

/** Characters of what has 65 bytes. */
const SIGNATURE_DIGITS = 130;
/** Digits of the largest u64; a longer number is not even looked at. */
const MAX_DIGITS = 20;
const MAX_U64 = 18_446_744_073_709_551_615n;
const MAX_U32 = 4_294_967_295n;
const MIN_I64 = -(2n ** 63n);
const KINDS: Record<FieldKind, string> = {
  string: 'a string',
  strings: 'a sequence',
  hex: 'a string',
  'hex-65': 'a string',
  u32: 'u32',
  'optional-string': 'a string',
  'optional-u64': 'u64',
};

/**
 * Reads a struct from JSON as serde_json does, for bodies whose errors the node quotes: an object with unknown keys ignored,
 * or an array of the fields in order.
 * @throws SerdeError
 */
export function parseStruct<Name extends string>(body: Buffer, struct: Struct<Name>): Record<Name, FieldValue> {
  const reader = new StructReader(new JsonCursor(body));
  const result = reader.struct(struct);
  reader.end();
  return result as Record<Name, FieldValue>;
}

/** Reads JSON that is one string. @throws SerdeError */
export function parseText(body: Buffer): string {
  const json = new JsonCursor(body);
  if (json.next() !== '"') throw json.here('expected a string');
  const text = json.string();
  if (json.next() !== undefined) throw json.ahead('trailing characters');
  return text;
}

class StructReader {
  readonly #json: JsonCursor;

  constructor(json: JsonCursor) {
    this.#json = json;
  }

  struct({ name, fields }: Struct<string>): Record<string, FieldValue> {
    const start = this.#json.next();
    if (start === undefined) throw this.#json.ahead('EOF while parsing a value');
    if (start === '{') return this.#object(fields);
    if (start === '[') return this.#sequence(name, fields);
    throw this.#wrongType(`struct ${name}`);
  }

  end(): void {
    if (this.#json.next() !== undefined) throw this.#json.ahead('trailing characters');
  }

  #object(fields: Record<string, FieldKind>): Record<string, FieldValue> {
    this.#json.skip();
    const values: Record<string, FieldValue> = {};
    const seen = new Set<string>();
    for (let key = this.#key(true); key !== undefined; key = this.#key(false)) {
      const kind = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (kind !== undefined && seen.has(key)) throw this.#afterObject(`duplicate field \`${key}\``);
      seen.add(key);
      this.#colon();
      if (kind === undefined) this.#skipValue();
      else values[key] = this.#field(kind);
    }
    for (const [key, kind] of Object.entries(fields)) {
      if (!kind.startsWith('optional') && !seen.has(key)) throw this.#afterObject(`missing field \`${key}\``);
    }
    this.#json.skip();
    return values;
  }

  /** Fields in order; an optional one may be left out at the end. */
  #sequence(name: string, fields: Record<string, FieldKind>): Record<string, FieldValue> {
    this.#json.skip();
    const values: Record<string, FieldValue> = {};
    const entries = Object.entries(fields);
    let missing: string | undefined;
    for (const [i, [key, kind]] of entries.entries()) {
      if (this.#element(i === 0)) values[key] = this.#field(kind);
      else if (kind !== 'optional-u64') missing ??= `invalid length ${i}, expected struct ${name} with ${entries.length} elements`;
    }
    const close = this.#json.next();
    if (close === ']') this.#json.skip();
    if (missing !== undefined) throw this.#json.here(missing);
    if (close !== ']') throw this.#json.ahead(close === undefined ? 'EOF while parsing a list' : 'trailing characters');
    return values;
  }

  #field(kind: FieldKind): FieldValue {
    const start = this.#json.next();
    if (start === undefined) throw this.#json.ahead('EOF while parsing a value');
    if (start === 'n' && kind.startsWith('optional')) {
      this.#json.word('null');
      return undefined;
    }
    if (kind === 'strings') {
      if (start !== '[') throw this.#wrongType(KINDS[kind]);
      return this.#strings();
    }
    if (kind === 'u32') return this.#integer(KINDS[kind], MAX_U32);
    if (kind === 'optional-u64') return this.#integer(KINDS[kind], MAX_U64);
    if (start !== '"') throw this.#wrongType(KINDS[kind]);
    const text = this.#json.string();
    if (kind.startsWith('hex')) this.#checkHex(text, kind === 'hex' ? undefined : SIGNATURE_DIGITS);
    return text;
  }

  #integer(type: string, max: bigint): bigint {
    const start = this.#json.peek() ?? '';
    if (start !== '-' && !isDigit(start)) throw this.#wrongType(type);
    const number = this.#json.number();
    if (/[.eE]/.test(number)) throw this.#json.here(`invalid type: ${describeNumber(number)}, expected ${type}`);
    if (number.length > MAX_DIGITS || BigInt(number) > MAX_U64)
      throw this.#json.here(`invalid type: floating point \`${Number(number).toExponential()}\`, expected ${type}`);
    const value = BigInt(number);
    if (value < 0n || value > max) throw this.#json.here(`invalid value: ${describeNumber(number)}, expected ${type}`);
    return value;
  }

  /** @param digits how many there must be; an even number without it */
  #checkHex(text: string, digits: number | undefined): void {
    const length = Buffer.byteLength(text);
    const badLength = `bad length ${length} for hex string`;
    if (digits !== undefined && length !== digits) throw this.#afterObject(badLength);
    const [wrong] = /[^0-9a-fA-F]/u.exec(text) ?? [];
    if (wrong !== undefined) throw this.#afterObject(`bad character ${wrong} for hex string`);
    if (length % 2 === 1) throw this.#afterObject(badLength);
  }

  #strings(): string[] {
    this.#json.skip();
    const list: string[] = [];
    for (let first = true; this.#element(first); first = false) {
      if (this.#json.next() !== '"') throw this.#wrongType('a string');
      list.push(this.#json.string());
    }
    this.#json.skip();
    return list;
  }

  /** The next key of an object; undefined at its end, which is not yet taken. */
  #key(first: boolean): string | undefined {
    let next = this.#json.next();
    if (next === '}') return undefined;
    if (next === undefined) throw this.#json.ahead('EOF while parsing an object');
    if (!first) {
      if (next !== ',') throw this.#json.ahead('expected `,` or `}`');
      this.#json.skip();
      next = this.#json.next();
      if (next === undefined) throw this.#json.ahead('EOF while parsing a value');
      if (next === '}') throw this.#json.ahead('trailing comma');
    }
    if (next !== '"') throw this.#json.ahead('key must be a string');
    return this.#json.string();
  }

  /** Whether a list has another element, which is then next. */
  #element(first: boolean): boolean {
    let next = this.#json.next();
    if (next === undefined) throw this.#json.ahead('EOF while parsing a list');
    if (next === ']') return false;
    if (first) return true;
    if (next !== ',') throw this.#json.ahead('expected `,` or `]`');
    this.#json.skip();
    next = this.#json.next();
    if (next === ']') throw this.#json.ahead('trailing comma');
    if (next === undefined) throw this.#json.ahead('EOF while parsing a value');
    return true;
  }

  #colon(): void {
    const colon = this.#json.next();
    if (colon !== ':') throw this.#json.ahead(colon === undefined ? 'EOF while parsing an object' : 'expected `:`');
    this.#json.skip();
  }

  /** Any value, however deep: what it is does not matter. */
  #skipValue(): void {
    const open: string[] = [];
    for (;;) {
      const start = this.#json.next();
      const opens = start === '[' || start === '{';
      if (opens) {
        this.#json.skip();
        open.push(start);
      } else this.#scalar(start);
      const list = this.#closeLists(open, !opens);
      if (list === undefined) return;
      if (list === '[') continue;
      const key = this.#json.next();
      if (key !== '"') throw this.#json.ahead(key === undefined ? 'EOF while parsing an object' : 'key must be a string');
      this.#json.string({ kept: false });
      this.#colon();
    }
  }

  /** Takes what ends lists and objects, or the comma before a next member. @returns the list that goes on, if any does */
  #closeLists(open: string[], hadMember: boolean): string | undefined {
    for (let after = hadMember; ; after = true) {
      const list = open.at(-1);
      if (list === undefined) return undefined;
      const close = list === '[' ? ']' : '}';
      const symbol = this.#json.next();
      if (symbol === undefined) throw this.#json.ahead(`EOF while parsing ${list === '[' ? 'a list' : 'an object'}`);
      if (symbol === ',' && after) {
        this.#json.skip();
        return list;
      }
      if (symbol !== close && after) throw this.#json.ahead(`expected \`,\` or \`${close}\``);
      if (symbol !== close) return list;
      this.#json.skip();
      open.pop();
    }
  }

  #scalar(start: string | undefined): void {
    if (start === undefined) throw this.#json.ahead('EOF while parsing a value');
    if (start === '"') this.#json.string({ kept: false });
    else if (start === '-' || isDigit(start)) this.#json.number();
    else if (start === 'n' || start === 't' || start === 'f') this.#json.word(WORDS[start]);
    else throw this.#json.ahead('expected value');
  }

  /** Takes what is there instead, as far as serde_json does. */
  #wrongType(expected: string): SerdeError {
    const start = this.#json.peek() ?? '';
    const wrong = (what: string) => this.#json.here(`invalid type: ${what}, expected ${expected}`);
    if (start === '"') return wrong(`string ${JSON.stringify(this.#json.string())}`);
    if (start === '-' || isDigit(start)) {
      const number = this.#json.number();
      // what is no integer of 64 bits is kept as it was written, and told of without its value
      return wrong(isInteger(number) ? describeNumber(number) : 'number');
    }
    if (start === '[') return wrong('sequence');
    if (start === '{') return wrong('map');
    if (start !== 'n' && start !== 't' && start !== 'f') return this.#json.ahead('expected value');
    this.#json.word(WORDS[start]);
    return wrong(start === 'n' ? 'null' : `boolean \`${WORDS[start]}\``);
  }

  /** An error about an object as a whole is told of after its end, where there is one. */
  #afterObject(message: string): SerdeError {
    if (this.#json.next() === '}') this.#json.skip();
    return this.#json.here(message);
  }
}

const WORDS = { n: 'null', t: 'true', f: 'false' } as const;

function isInteger(number: string): boolean {
  if (/[.eE]/.test(number) || number.length > MAX_DIGITS) return false;
  const value = BigInt(number);
  return value <= MAX_U64 && value >= MIN_I64;
}

function describeNumber(text: string): string {
  if (!/[.eE]/.test(text)) return `integer \`${BigInt(text)}\``;
  const value = Number(text);
  return `floating point \`${Number.isInteger(value) ? value.toFixed(1) : value}\``;
}
