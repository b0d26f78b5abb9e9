import { type Json, Numeral } from './json.js';

/** Core's limit of nested arrays and objects. */
const MAX_DEPTH = 512;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
/** An escape, or a character that a string must not contain: such a string needs a full parse. */
const SPECIAL = /\\|\p{Control}/u;
const LITERALS: [string, Json][] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/**
 * Parses JSON and keeps numbers as written, which `JSON.parse` does not: a 64-bit id is echoed unchanged, and 1.0 is not an integer. The
 * first of repeated keys wins, and nesting is limited to 512 levels, both as in Core.
 * @throws SyntaxError
 */
export function parseJson(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** The further entries of objects with repeated keys, which most methods ignore. */
const repeated = new WeakMap<object, [key: string, value: Json][]>();

function noteRepeated(object: object, entry: [key: string, value: Json]): void {
  const entries = repeated.get(object);
  if (entries === undefined) repeated.set(object, [entry]);
  else entries.push(entry);
}

/** Returns the entries of a parsed object: repeated keys last. */
export function allEntries(object: { [key: string]: unknown }): [key: string, value: unknown][] {
  return [...Object.entries(object), ...(repeated.get(object) ?? [])];
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Json {
    this.#skip();
    const char = this.#text[this.#at];
    if (char === '{' || char === '[') {
      if (depth >= MAX_DEPTH) throw new SyntaxError('too deep');
      return char === '{' ? this.#object(depth + 1) : this.#list(depth + 1);
    }
    if (char === '"') return this.#string();
    for (const [word, meaning] of LITERALS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return meaning;
    }
    return this.#number();
  }

  end(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#unexpected();
  }

  #object(depth: number): Json {
    // Without a prototype, no key has a special meaning.
    const object: { [key: string]: Json } = Object.create(null);
    this.#at++;
    if (this.#has('}')) return object;
    do {
      this.#skip();
      const key = this.#string();
      if (!this.#has(':')) throw this.#unexpected();
      const value = this.value(depth);
      if (key in object) noteRepeated(object, [key, value]);
      else object[key] = value;
    } while (this.#has(','));
    if (!this.#has('}')) throw this.#unexpected();
    return object;
  }

  #list(depth: number): Json {
    const list: Json[] = [];
    this.#at++;
    if (this.#has(']')) return list;
    do list.push(this.value(depth));
    while (this.#has(','));
    if (!this.#has(']')) throw this.#unexpected();
    return list;
  }

  #string(): string {
    const begin = this.#at;
    if (this.#text[begin] !== '"') throw this.#unexpected();
    let end = this.#text.indexOf('"', begin + 1);
    while (end >= 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw this.#unexpected();
    this.#at = end + 1;
    const plain = this.#text.slice(begin + 1, end);
    if (!SPECIAL.test(plain)) return plain;
    return JSON.parse(this.#text.slice(begin, end + 1));
  }

  /** Whether an odd number of backslashes precedes a position. */
  #isEscaped(position: number): boolean {
    let first = position;
    while (this.#text[first - 1] === '\\') first--;
    return (position - first) % 2 === 1;
  }

  #number(): Numeral {
    const found = this.#match(NUMBER);
    if (found === undefined) throw this.#unexpected();
    return new Numeral(found);
  }

  /** Skips white space and the given sign. Returns false for another sign. */
  #has(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`unexpected at ${this.#at}`);
  }
}
