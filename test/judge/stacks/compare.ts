export type Answer = { status: number; body: unknown };
type Fields = Record<string, unknown>;
export type Mode = 'exact' | 'shape' | 'status' | 'fees';

/** What differs first, and where, without indices. */
export type Found = { path: string; ours: unknown; judge: unknown };

/** What depends on the chain, its clock, its keys or the machine. */
const OF_CHAIN = new Set([
  ...['block_id', 'block_hash', 'parent_block_id', 'consensus_hash', 'block_height', 'timestamp', 'tx_merkle_root', 'state_index_root'],
  ...['miner_signature', 'signer_signature', 'execution_stats', 'data', 'tip_block_id', 'index_block_hash', 'publish_height', 'fees'],
]);

/** Decoders introduce their own sentences, which no client reads: docs/decisions/0018-useful-fidelity.md. */
const DECODER = /^(Failed to decode: [^:]*|Failed to decode due to SIP-003 codec error|Failed to encode or decode JSON):.*$/s;

/** A node reads the traits that are not declared from a hash table: the first one is another each time. */
const UNDECLARED = /\buse of undeclared trait <[^>]*>/g;

/** Returns the first difference of two answers. */
export function differenceOf(ours: Answer, judge: Answer, mode: Mode = 'exact'): Found | undefined {
  if (mode === 'fees' && (hasNoEstimate(ours) || hasNoEstimate(judge))) return undefined;
  if (ours.status !== judge.status) return { path: 'status', ours, judge };
  if (mode === 'status' || mode === 'fees') return undefined;
  if (mode === 'shape') return first(shapeOf(ours.body, judge.body), shapeOf(judge.body, ours.body), 'shape');
  return first(masked(ours.body), masked(judge.body), 'body');
}

/** A young chain has no estimates of fees: no difference. */
function hasNoEstimate({ status, body }: Answer): boolean {
  return status === 400 && isFields(body) && body['reason'] === 'NoEstimateAvailable';
}

export function first(ours: unknown, judge: unknown, path: string): Found | undefined {
  if (Object.is(ours, judge)) return undefined;
  if (Array.isArray(ours) && Array.isArray(judge)) {
    for (let at = 0; at < Math.min(ours.length, judge.length); at++) {
      const found = first(ours[at], judge[at], `${path}[]`);
      if (found !== undefined) return found;
    }
    return ours.length === judge.length ? undefined : { path: `${path}.length`, ours, judge };
  }
  if (isFields(ours) && isFields(judge)) {
    for (const name of [...new Set([...Object.keys(judge), ...Object.keys(ours)])].toSorted()) {
      const found = first(ours[name], judge[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return { path, ours, judge };
}

/** Without what depends on the chain or on chance. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (isFields(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, OF_CHAIN.has(name) || name.endsWith('proof') ? typeof inner : masked(inner)]),
    );
  }
  if (typeof value !== 'string') return value;
  return value
    .replace(DECODER, '$1')
    .replace(/\bblock [0-9a-f]{64}/g, 'block <id>')
    .replace(UNDECLARED, 'use of undeclared trait <any>');
}

/** Keys and types. What is null or an empty list on one side can be anything. */
function shapeOf(value: unknown, other: unknown): unknown {
  if (value === null || value === undefined || other === null || other === undefined) return 'anything';
  if (Array.isArray(value)) {
    if (!Array.isArray(other)) return 'list';
    return value.length === 0 || other.length === 0 ? [] : [shapeOf(value[0], other[0])];
  }
  if (!isFields(value)) return typeof value;
  const others = isFields(other) ? other : {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name in others ? others[name] : inner)]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
