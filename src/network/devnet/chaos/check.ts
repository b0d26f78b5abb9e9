import { invalid } from '../../../base/error.js';
import { without0x } from '../../../base/hex.js';
import { isRecord } from '../../../base/json.js';
import { notSecret } from '../../../base/show-value.js';
import { NODES, type NodeName } from '../../../stacks/engine.js';
import { checkPrincipal } from '../../../stacks/principal.js';

/** The largest number of blocks or transactions that a fault counts. */
const MAX_COUNT = 10_000;
/** The largest number of Bitcoin blocks that a reorganisation abandons. */
export const MAX_REORG = 100;
/** The longest timer of Node, in ms. */
const MAX_MS = 2_147_483_647;

/** Checks options. @throws DevnetError INVALID_INPUT for other names, with the field */
export function checkFields(options: unknown, names: readonly string[]): Record<string, unknown> {
  if (options === undefined) return {};
  if (!isRecord(options)) throw invalid('options', `an object with ${names.join(', ')}`, options);
  for (const name of Object.keys(options)) if (!names.includes(name)) throw invalid(name, `one of the options ${names.join(', ')}`, name);
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

export function count(value: unknown, field: string, most = MAX_COUNT): number {
  return whole(value, field, 1, most);
}

export function milliseconds(value: unknown, field: string, least = 0): number {
  return whole(value, field, least, MAX_MS);
}

export function whole(value: unknown, field: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw invalid(field, `a whole number from ${least} to ${most}`, value);
}

export function rate(value: unknown, field: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw invalid(field, 'a number from 0 to 1', value);
}

/** @returns 64 hex digits, lower case, without 0x */
export function txid(value: unknown, field: string): string {
  const text = typeof value === 'string' ? without0x(value).toLowerCase() : '';
  if (!/^[0-9a-f]{64}$/.test(text)) throw invalid(field, '64 hex digits, with or without 0x', notSecret(value));
  return text;
}

export function address(value: unknown, field: string, isMainnet: boolean): string {
  if (typeof value !== 'string' || value.includes('.')) throw invalid(field, 'the address of an account', value);
  checkPrincipal(value, field, { isMainnet });
  return value;
}

export function nodeName(value: unknown, field: string): NodeName {
  return oneOf(value, field, NODES);
}

export function oneOf<const T extends string>(value: unknown, field: string, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  if (found === undefined) throw invalid(field, words.join(' or '), value);
  return found;
}

/** The statuses of failed requests. */
export function statuses(value: unknown, field: string): (number | 'disconnect')[] {
  const expected = `a list of HTTP statuses from 400 to 599, or "disconnect"`;
  if (!Array.isArray(value) || value.length === 0) throw invalid(field, expected, value);
  return value.map((status) => {
    if (status === 'disconnect' || (Number.isInteger(status) && status >= 400 && status <= 599)) return status;
    throw invalid(field, expected, value);
  });
}
