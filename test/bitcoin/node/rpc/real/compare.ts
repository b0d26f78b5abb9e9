import type { HttpReply } from './client.js';

/** Where two answers are not the same, what each of them has there. */
export type Difference = { path: string; embedded: unknown; real: unknown };

/** How much of the results must be the same: every value, lists in any order, or only keys and types. */
export type Depth = 'values' | 'unordered' | 'types';

const ABSENT = 'nothing';

/** All differences of two answers: HTTP status, headers and body, with numbers as they were written. */
export function compareReplies(embedded: HttpReply, real: HttpReply, depth: Depth): Difference[] {
  const [ours, theirs] = [readReply(embedded), readReply(real)];
  return compare('', ours, theirs, depth);
}

function readReply({ status, headers, text }: HttpReply): unknown {
  return { status, headers, ...(headers['content-type'] === 'application/json' && text !== '' ? { body: readJson(text) } : { text }) };
}

/** A number of JSON as it was written, so that 1, 1.0 and 1.00000000 are three things. */
class Numeral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON() {
    return { numeral: this.text };
  }
}

function readJson(text: string): unknown {
  const marked = text.replace(
    /("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g,
    (_, quoted, number) => quoted ?? `{"#":"${number}"}`,
  );
  return JSON.parse(marked, (_, value) => (isRecord(value) && typeof value['#'] === 'string' ? new Numeral(value['#']) : value));
}

function compare(path: string, embedded: unknown, real: unknown, depth: Depth): Difference[] {
  if (Array.isArray(embedded) && Array.isArray(real)) return compareLists(path, embedded, real, depth);
  if (isRecord(embedded) && isRecord(real)) return compareRecords(path, embedded, real, depth);
  if (depth === 'types' && path.startsWith('body.result') ? kind(embedded) === kind(real) : same(embedded, real)) return [];
  return [{ path, embedded, real }];
}

function compareLists(path: string, embedded: unknown[], real: unknown[], depth: Depth): Difference[] {
  if (depth === 'types') return embedded.length === 0 || real.length === 0 ? [] : compare(`${path}[]`, embedded[0], real[0], depth);
  const [ours, theirs] = depth === 'unordered' ? [ordered(embedded), ordered(real)] : [embedded, real];
  if (ours.length !== theirs.length) return [{ path: `${path}.length`, embedded: ours.length, real: theirs.length }];
  return ours.flatMap((value, index) => compare(`${path}[]`, value, theirs[index], depth));
}

function compareRecords(path: string, embedded: Record<string, unknown>, real: Record<string, unknown>, depth: Depth): Difference[] {
  const [ours, theirs] = [Object.keys(embedded), Object.keys(real)];
  const differences = [...new Set([...theirs, ...ours])].flatMap((key) =>
    compare(
      path === '' ? key : `${path}.${key}`,
      ours.includes(key) ? embedded[key] : ABSENT,
      theirs.includes(key) ? real[key] : ABSENT,
      depth,
    ),
  );
  const shared = [ours.filter((key) => theirs.includes(key)), theirs.filter((key) => ours.includes(key))];
  if (depth === 'values' && !same(shared[0], shared[1])) differences.push({ path: `${path}{order}`, embedded: ours, real: theirs });
  return differences;
}

function ordered(list: unknown[]): unknown[] {
  return [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What a value looks like: its type, of text whether it is hex, of a number whether it has decimals. */
function kind(value: unknown): string {
  if (value instanceof Numeral) return /^-?\d+$/.test(value.text) ? 'integer' : 'decimal';
  if (typeof value === 'string')
    return value === ABSENT ? ABSENT : /^[0-9a-f]{64}$/.test(value) ? 'hash' : /^[0-9a-f]+$/.test(value) ? 'hex' : 'text';
  return value === null ? 'null' : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral);
}
