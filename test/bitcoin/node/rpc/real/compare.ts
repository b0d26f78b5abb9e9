import type { HttpReply } from './client.js';
import { isRecord, Numeral, readJson } from './json.js';

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

/** Returns a value with its lists in an order of their own. */
export function ordered<T>(value: T): T {
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, ordered(member)])) as T;
  if (!Array.isArray(value)) return value;
  const members = value.map((member) => ({ member: ordered(member), text: JSON.stringify(ordered(member)) }));
  return members.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ member }) => member) as T;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns a value with {@link kind}s in the place of all that has no members, and lists with their first member only. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
  return `<${kind(value)}>`;
}

/** What a value looks like: its type, of text whether it is hex, of a number whether it has decimals. */
function kind(value: unknown): string {
  const recorded = typeof value === 'string' ? /^<(\w+)>$/.exec(value)?.[1] : undefined;
  if (recorded !== undefined) return recorded;
  if (value instanceof Numeral) return /^-?\d+$/.test(value.text) ? 'integer' : 'decimal';
  if (typeof value === 'string')
    return value === ABSENT ? ABSENT : /^[0-9a-f]{64}$/.test(value) ? 'hash' : /^[0-9a-f]+$/.test(value) ? 'hex' : 'text';
  return value === null ? 'null' : typeof value;
}
