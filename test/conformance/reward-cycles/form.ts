import { createHash } from 'node:crypto';

/** Numbers that differ between chains: amounts, times, and heights of Stacks blocks. */
const CHAIN_NUMBER =
  /ustx|^(?:amt|stacked_amt|weight|burn_amount|burn_spent|stacked_amount|reward_slots)$|time|tenure_height|tip_height|chain_length|publish_height|^height$|^block_height$|start_height|end_height|activation_burnchain_block_height|first_reward_cycle_id|unlock_height$|^slot_version$|^port$|_cost|^(?:read|write)_|runtime/;

/** Bytes that may look like a number. */
const BYTES = /signature$|bitvec|treatment/;
/** Characters. A hash replaces a longer answer. */
const LONG = 2_000;

/**
 * Returns the part of an answer or event that is the same on every chain. Hashes and other bytes become their length, amounts and
 * times their type, lists the distinct forms of their elements, and long texts a hash.
 */
export function form(value: unknown, key = ''): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((element) => JSON.stringify(form(element, key))))].sort().map((text) => JSON.parse(text));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, part]) => [name, form(part, name)]),
    );
  }
  if (typeof value === 'number') return CHAIN_NUMBER.test(key) ? 'number' : value;
  if (typeof value === 'string') return BYTES.test(key) ? 'bytes' : textForm(value);
  return value;
}

/** Returns the form, or its hash if it is long. */
export function briefForm(value: unknown): unknown {
  const found = form(value);
  const text = JSON.stringify(found);
  return text !== undefined && text.length > LONG ? hash(text) : found;
}

function textForm(text: string): string {
  if (/^\d+$/.test(text)) return text === '0' ? text : 'decimal';
  if (text.length > 200 && !/^(?:0x)?[0-9a-f]+$/.test(text)) return hash(text);
  return text
    .replace(/^stacks-(?:node|devnet) .*/, 'server version')
    .replace(/#\d{1,9}\b/, '#height')
    .replace(/(?<![0-9A-Za-z])(?:0x)?[0-9a-f]{16,}/g, (bytes) => (bytes.length > 132 ? 'bytes' : `${bytes.length} hex`))
    .replace(/(?<![0-9A-Za-z])[mn][1-9A-HJ-NP-Za-km-z]{25,34}/g, 'bitcoin address')
    .replace(/S[TN][0-9A-Z]{30,}(?!\w)(?!\.)/g, (address) => (address.startsWith('ST0000') ? address : 'account'));
}

function hash(text: string): string {
  return `sha256 ${createHash('sha256').update(text).digest('hex')}`;
}
