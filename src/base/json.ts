import { DevnetError, messageOf } from './error.js';
import { isBytes } from './is-bytes.js';
import { showValue } from './show-value.js';

/** A node's answer, unchecked. */
export type Json = unknown;

/** Answers have fewer levels of lists and objects: most those of a fork's contracts, whose expressions have 64 levels. */
const MAX_DEPTH = 1_000;
/** Whole numbers with so many digits may not fit into a double. */
const FEWEST_DIGITS = 16;
const MANY_DIGITS = /\d{16}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Parses JSON from another program.
 * @throws SyntaxError also for deeper nesting than any answer has: what reads or prints that would exceed the stack
 */
export function parseJson(text: string): Json {
  if (text.length > MAX_DEPTH && isDeep(text)) throw new SyntaxError(`JSON of more than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
}

function isDeep(text: string): boolean {
  for (let at = 0, depth = 0; at < text.length; ) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > MAX_DEPTH) return true;
    at++;
  }
  return false;
}

/**
 * Parses JSON as {@link parseJson}, without rounding: a whole number of 16 digits or more becomes its decimal text, which
 * {@link readBig} accepts.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): Json {
  return parseJson(MANY_DIGITS.test(text) ? quoteLongIntegers(text) : text);
}

/** Puts long whole numbers between quotes. Strings may have any length, which no pattern has that must look for their ends. */
function quoteLongIntegers(text: string): string {
  const quote = (token: string): string => (LONG_INTEGER.test(token) ? `"${token}"` : token);
  let quoted = '';
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const string = text.indexOf('"', at);
    const begin = string < 0 ? text.length : string;
    if (begin - at >= FEWEST_DIGITS) {
      quoted += text.slice(copied, at) + text.slice(at, begin).replace(NUMBER, quote);
      copied = begin;
    }
    at = string < 0 ? text.length : endOfString(text, string);
  }
  return quoted + text.slice(copied);
}

/** Returns the position behind the string that begins at a position: the end of the text if the string has none. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Formats JSON; a bigint becomes a string of its decimal digits. */
export function toJson(value: unknown, indent?: number): string {
  return formatJson(value, (integer) => `${integer}`, indent);
}

/**
 * Formats JSON.
 * @param ofBigint returns what stands for a bigint. It decides also in programs in which bigints have a method `toJSON`, as clarinet-sdk
 * gives them
 */
export function formatJson(value: unknown, ofBigint: (integer: bigint) => unknown, indent?: number): string {
  const replace = function (this: Record<string, unknown>, key: string, item: unknown) {
    const own = this[key];
    return typeof own === 'bigint' ? ofBigint(own) : item;
  };
  return JSON.stringify(value, replace, indent);
}

/** Returns whether a value is an object, neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an object. @param what names the answer in the message @throws DevnetError RPC */
export function readObject(value: Json, what: string): object {
  if (!isRecord(value)) throw wrongAnswer(what, 'an object', value);
  return value;
}

/** Returns a field unchecked; undefined if it is absent. */
export function field(object: object, name: string): Json {
  return Object.hasOwn(object, name) ? object[name as keyof typeof object] : undefined;
}

/** Reads text. @throws DevnetError RPC */
export function readText(object: object, name: string): string {
  const value = field(object, name);
  if (typeof value !== 'string') throw wrongAnswer(name, 'text', value);
  return value;
}

/** Reads one of these words. @throws DevnetError RPC */
export function readOneOf<const T extends string>(object: object, name: string, words: readonly T[]): T {
  const value = field(object, name);
  const word = words.find((known) => known === value);
  if (word === undefined) throw wrongAnswer(name, words.join(' or '), value);
  return word;
}

/** Reads 32 bytes of hex, without 0x. @throws DevnetError RPC */
export function readHash(object: object, name: string): string {
  const value = field(object, name);
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw wrongAnswer(name, '32 bytes of hex', value);
  return value;
}

/** Reads a whole number that a double represents exactly. @throws DevnetError RPC */
export function readNumber(object: object, name: string): number {
  const value = field(object, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongAnswer(name, 'a whole number', value);
  return value;
}

/** Reads a whole number of any size: a JSON number, decimal text or hex with 0x. @throws DevnetError RPC */
export function readBig(object: object, name: string): bigint {
  const value = field(object, name);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^(?:\d+|0x[0-9a-f]+)$/i.test(value)) return BigInt(value);
  throw wrongAnswer(name, 'a whole number', value);
}

/** Reads a list. @throws DevnetError RPC */
export function listOf(value: Json, what: string): Json[] {
  if (!Array.isArray(value)) throw wrongAnswer(what, 'a list', value);
  return value;
}

/** The error for an answer that is not what it should be. */
export function wrongAnswer(name: string, expected: string, value: Json): DevnetError {
  const shown = value === undefined ? 'absent' : showValue(value);
  return new DevnetError('RPC', `the node's answer is not understood: ${name} should be ${expected} and is ${shown}`);
}

/** The message of an error of `JSON.parse` without the excerpt of the text, which may contain a secret. */
export function jsonProblem(error: unknown): string {
  return messageOf(error).replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/s, '');
}

/** A value for JSON: bytes become hex with 0x. */
export function jsonValue(value: unknown): unknown {
  if (isBytes(value)) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map(jsonValue);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonValue(inner)])) : value;
}
