import { bytesOfHex } from '../bytes.js';
import { TypeFailure } from '../failure.js';
import { isClarityName, isContractName } from '../name-syntax.js';
import { boolOf, errOf, listOfDerived, okOf, someOf, tupleOfEntries } from './construct.js';
import { findPrincipal } from './principal.js';
import { AsciiValue, BufferValue, IntValue, NONE, UIntValue, Utf8Value, type Value } from './value.js';

/** A text that is not a Clarity value; `column` counts from 1. */
export class ClaritySyntaxError extends Error {
  override readonly name = 'ClaritySyntaxError';
  readonly column: number;

  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

/** How deep values may be nested, as in a transaction. */
const MAX_DEPTH = 16;
const MAX_UINT = 2n ** 128n - 1n;
const MAX_INT = 2n ** 127n - 1n;
/** The digits of {@link MAX_UINT}. */
const MOST_DIGITS = 39;
/** The characters of a text that an error shows. */
const SHOWN = 200;
/** A word, a string, a bracket, a comma or a colon. A string may lack its end. */
const TOKEN = /u?"[^"\\]*(?:\\.[^"\\]*)*"?|[(){},:]|[^\s(){},:";]+|./suy;
/** What stands between tokens. */
const SPACE = /\s+|;[^\n]*/uy;

type Token = { text: string; column: number };

/**
 * Parses a literal in Clarity's syntax: `u1`, `-5`, `true`, `0xff`, `"text"`, `u"text"`, `'ST….name`, `none`, `(some u1)`, `(ok u1)`,
 * `(err u1)`, `(list 1 2)`, `{a: u1}` or `(tuple (a u1))`. stacks.js has such a parser, but its numbers are doubles.
 * @param account whose contract `.name` is
 * @throws ClaritySyntaxError
 */
export function parseClarity(text: string, account?: string): Value {
  const { peek, next } = tokenize(text);
  const expect = (wanted: string): void => {
    const { text: found, column } = next();
    if (found !== wanted) throw new ClaritySyntaxError(`expected ${wanted}, found ${shown(found)}`, column);
  };
  const fieldName = (fields: ReadonlyMap<string, Value>): string => {
    const { text: name, column } = next();
    if (!isClarityName(name)) throw new ClaritySyntaxError(`expected the name of a field, found ${shown(name)}`, column);
    if (fields.has(name)) throw new ClaritySyntaxError(`the field ${name} is given twice`, column);
    return name;
  };
  const record = (depth: number, column: number): Value => {
    const fields = new Map<string, Value>();
    do {
      if (fields.size > 0 && peek().text === '}') break; // a comma after the last field
      const name = fieldName(fields);
      expect(':');
      fields.set(name, value(depth + 1));
    } while (peek().text === ',' && next());
    expect('}');
    return made(column, () => tupleOfEntries([...fields]));
  };
  const tupleForm = (depth: number, column: number): Value => {
    const fields = new Map<string, Value>();
    do {
      expect('(');
      const name = fieldName(fields);
      fields.set(name, value(depth + 1));
      expect(')');
    } while (peek().text === '(');
    expect(')');
    return made(column, () => tupleOfEntries([...fields]));
  };
  const form = (depth: number): Value => {
    const { text: head, column } = next();
    if (head === 'tuple') return tupleForm(depth, column);
    if (head === 'list') {
      const items: Value[] = [];
      while (peek().text !== ')' && peek().text !== '') items.push(value(depth + 1));
      expect(')');
      return made(column, () => listOfDerived(items));
    }
    const wrap = WRAPPERS.get(head);
    if (wrap === undefined) {
      throw new ClaritySyntaxError(`expected some, ok, err, list or tuple after (, found ${shown(head)}`, column);
    }
    const inner = value(depth + 1);
    expect(')');
    return made(column, () => wrap(inner));
  };
  const value = (depth: number): Value => {
    const token = next();
    if (depth > MAX_DEPTH) throw new ClaritySyntaxError(`values may be nested ${MAX_DEPTH} deep`, token.column);
    if (token.text === '(') return form(depth);
    if (token.text === '{') return record(depth, token.column);
    return atom(token, account);
  };
  const parsed = value(1);
  const rest = peek();
  if (rest.text !== '') throw new ClaritySyntaxError(`expected the end, found ${shown(rest.text)}`, rest.column);
  return parsed;
}

/** Reads tokens one by one, because a list may have a million. At the end the text of the token is empty. */
function tokenize(text: string): { peek(): Token; next(): Token } {
  let at = 0;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const read = (): Token => {
    while (match(SPACE) !== '');
    const column = at + 1;
    return { text: match(TOKEN), column };
  };
  let token = read();
  return {
    peek: () => token,
    next() {
      const current = token;
      token = read();
      return current;
    },
  };
}

const WRAPPERS: ReadonlyMap<string, (value: Value) => Value> = new Map<string, (value: Value) => Value>([
  ['some', someOf],
  ['ok', okOf],
  ['err', errOf],
]);

/** Makes a value of others. @throws ClaritySyntaxError if it has no type */
function made(column: number, make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TypeFailure)) throw error;
    const isMismatch = error.name === 'TypeMismatch';
    throw new ClaritySyntaxError(isMismatch ? 'the items of a list must have one type' : 'the value is larger than 1 MiB', column);
  }
}

function atom({ text, column }: Token, account: string | undefined): Value {
  if (text === 'true' || text === 'false') return boolOf(text === 'true');
  if (text === 'none') return NONE;
  if (/^u\d+$/.test(text)) return number('uint', text.slice(1), column);
  if (/^-?\d+$/.test(text)) return number('int', text, column);
  const bytes = /^0x/i.test(text) ? bytesOfHex(text.slice(2)) : undefined;
  if (bytes !== undefined) return new BufferValue(bytes);
  if (text.startsWith('0x')) throw new ClaritySyntaxError('expected an even number of hex digits after 0x', column);
  if (text.startsWith('"')) return new AsciiValue(ascii(text, column));
  if (text.startsWith('u"')) return new Utf8Value([...readEscapes(text.slice(1), column + 1)]);
  if (text.startsWith("'")) return principal(text.slice(1), column);
  if (text.startsWith('.') && account !== undefined) {
    if (!isContractName(text.slice(1))) throw new ClaritySyntaxError(`${shown(text)} is not the name of a contract`, column);
    return principal(`${account}${text}`, column);
  }
  throw new ClaritySyntaxError(text === '' ? 'expected a value, found the end' : `${shown(text)} is not a value${hint(text)}`, column);
}

function number(type: 'int' | 'uint', text: string, column: number): Value {
  const digits = text.replace(/^-?0*/, '');
  // A longer number takes long to read.
  const value = digits.length > MOST_DIGITS ? undefined : BigInt(text.startsWith('-') ? `-${digits || '0'}` : digits || '0');
  const fits = value !== undefined && (type === 'uint' ? value <= MAX_UINT : value <= MAX_INT && value >= -MAX_INT - 1n);
  if (!fits) throw new ClaritySyntaxError(`the number does not fit into the 128 bits of ${type}`, column);
  return type === 'uint' ? new UIntValue(value) : new IntValue(value);
}

function principal(text: string, column: number): Value {
  const value = findPrincipal(text);
  if (value?.text !== text) {
    throw new ClaritySyntaxError(`${shown(text)} is not a principal: it is cut off or mistyped`, column);
  }
  return value;
}

/** What the text would be with the right prefix. */
function hint(text: string): string {
  if (text.length > SHOWN) return '';
  if (/^S[A-Z0-9]{20,}(?:\.|$)/.test(text)) return `. Write a quote before a principal: '${text}`;
  return /^[\w-]+$/.test(text) ? `. Write text in double quotes: "${text}"` : '';
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t', r: '\r', '0': '\0' };

function ascii(literal: string, column: number): string {
  // `clarityText` writes a form feed as a code point. Sources have no way to write one.
  const text = readEscapes(literal, column);
  const wrong = [...text].findIndex((character) => !/^[\t\n\f\r\x20-\x7e]$/.test(character));
  if (wrong >= 0) throw new ClaritySyntaxError('a string-ascii has ASCII characters only. Write u"…" for other characters', column);
  return text;
}

/** Reads the text between the quotes, with Clarity's escapes. */
function readEscapes(literal: string, column: number): string {
  if (literal.length < 2 || !/^"[^"\\]*(?:\\.[^"\\]*)*"$/s.test(literal))
    throw new ClaritySyntaxError('the string has no closing quote', column);
  return literal.slice(1, -1).replace(/\\(u\{[^}]*\}?|.)/gsu, (written, code: string, offset: number) => {
    const known = ESCAPES[code];
    if (known !== undefined) return known;
    const point = /^u\{([0-9a-f]{1,6})\}$/i.exec(code)?.[1];
    const number = point === undefined ? Number.NaN : Number.parseInt(point, 16);
    if (number <= 0x10_ffff && (number < 0xd800 || number > 0xdfff)) return String.fromCodePoint(number);
    throw new ClaritySyntaxError(`unknown escape ${shown(written)}`, column + 1 + offset);
  });
}

function shown(token: string): string {
  if (token === '') return 'the end';
  return token.length > SHOWN ? `${token.slice(0, SHOWN)}…` : token;
}
