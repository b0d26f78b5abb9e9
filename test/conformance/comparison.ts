import { getCVTypeString, hexToCV } from '@stacks/transactions';
import type { Answer, Receipt } from './converse.js';

type Body = Record<string, unknown>;
/** What two answers must have in common. */
type View = (answer: Answer) => unknown;

const LISTS = ['functions', 'variables', 'maps', 'fungible_tokens', 'non_fungible_tokens'];

/** By mode: the part of an answer that is the same on every chain with the same history. */
const VIEWS: Readonly<Record<string, View>> = {
  exact: ({ body }) => (typeof body === 'string' ? withoutProse(body) : body),
  status: () => undefined,
  reason: ({ body }) => ({ ...pick(body, 'error', 'reason', 'txid'), keys: keysOf(body) }),
  okay: ({ body }) => ({ ...pick(body, 'okay'), keys: keysOf(body) }),
  clarity: ({ body }) => ({ ...pick(body, 'okay'), type: getCVTypeString(hexToCV((body as { result: string }).result)) }),
  receipt: ({ body }) => ({ ...pick(body, 'tx', 'result', 'is_canonical'), keys: keysOf(body) }),
  source: ({ body }) => ({ ...pick(body, 'source'), publishHeight: typeof (body as Body)['publish_height'] }),
  interface: ({ body }) => ({
    ...pick(body, 'clarity_version', 'epoch'),
    ...Object.fromEntries(LISTS.map((list) => [list, byName((body as Body)[list])])),
  }),
  masked: ({ body }) => masked(body),
  simulated: ({ body }) => masked(without(body, 'tip_block_id', 'consensus_hash', 'block_height')),
  replayed: ({ body }) => replayed(masked(body)),
  // Compared by `hasShapeOf` with the recorded body.
  shape: ({ body }) => body,
  fees: ({ body }) => body,
};

/** How the node introduces its decoder's own sentence, which no client reads (docs/decisions/0018-useful-fidelity.md). */
const DECODER = /^(Failed to decode: [^:]*|Failed to decode due to SIP-003 codec error|Failed to encode or decode JSON):.*$/s;

function withoutProse(body: string): string {
  return body.replace(DECODER, '$1');
}

/** What depends on the chain, its clock and its keys, or on the machine. */
const OF_CHAIN =
  'block_id block_hash parent_block_id consensus_hash block_height timestamp tx_merkle_root state_index_root miner_signature'.split(' ');

function replayed(body: unknown): unknown {
  if (!isBody(body)) return body;
  // `data` is the transaction of `hex` in stacks-core's internal JSON.
  const transactions = (body['transactions'] as Body[]).map((each) => without(each, 'data', 'execution_stats'));
  return { ...without(body, ...OF_CHAIN), transactions };
}

/** The ids of blocks depend on the chain. */
function masked(body: unknown): unknown {
  return typeof body === 'string' ? body.replace(/\bblock [0-9a-f]{64}/g, 'block <id>') : body;
}

/**
 * Returns the part of an answer that a mode compares.
 * @throws if the mode is unknown
 */
export function actual(mode: string, answer: Answer): unknown {
  // A young chain has no fee estimates: no difference.
  if (mode === 'fees' && hasNoEstimate(answer)) return { status: 200, contentType: 'application/json', view: null };
  const view = VIEWS[mode];
  if (view === undefined) throw new Error(`unknown mode of comparison: ${mode}`);
  if (mode === 'status') return { status: answer.status };
  return { status: answer.status, contentType: mediaType(answer), view: view(answer) };
}

/** Returns what `actual` must equal for the recorded answer. */
export function expected(mode: string, recorded: Answer): unknown {
  const { view, ...rest } = actual(mode, recorded) as { view: unknown };
  return mode === 'shape' || mode === 'fees' ? { ...rest, view: new Shape(view) } : { ...rest, view };
}

/** Returns the results in a receipt. */
export function comparableReceipt({ txid, status, raw_result, events }: Receipt): unknown {
  return { txid, status, raw_result, events };
}

/** An asymmetric matcher for vitest: equals a value with the same keys and JSON types. */
class Shape {
  readonly #recorded: unknown;

  constructor(recorded: unknown) {
    this.#recorded = recorded;
  }

  asymmetricMatch(value: unknown): boolean {
    return hasShapeOf(this.#recorded, value);
  }

  toString(): string {
    return `shape of ${JSON.stringify(this.#recorded)}`;
  }

  toAsymmetricMatcher(): string {
    return this.toString();
  }
}

/** Whether two values have the same keys and types. `null` and empty arrays fit anything. */
function hasShapeOf(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true;
  if (Array.isArray(a)) return Array.isArray(b) && (a.length === 0 || b.length === 0 || hasShapeOf(a[0], b[0]));
  if (typeof a !== 'object' || typeof b !== 'object') return typeof a === typeof b;
  return keysOf(a) === keysOf(b) && Object.entries(a).every(([key, value]) => hasShapeOf(value, (b as Body)[key]));
}

function hasNoEstimate({ status, body }: Answer): boolean {
  return status === 400 && (body as Body | null)?.['reason'] === 'NoEstimateAvailable';
}

function mediaType({ contentType }: Answer): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function keysOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).sort().join() : typeof value;
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null;
}

/** Returns an answer without some fields. What is no object, for example a refusal, stays as it is. */
function without<T>(value: T, ...names: string[]): T {
  return isBody(value) ? (Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as T) : value;
}

function pick(value: unknown, ...names: string[]): Body {
  return Object.fromEntries(names.map((name) => [name, (value as Body | null)?.[name]]));
}

function byName(list: unknown): unknown[] {
  return ((list ?? []) as { name: string }[]).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
