import { createTurns } from '../../../../base/turns.js';

/** A number of a request, as written. */
export class Numeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value. Bigints are amounts in sats, written as BTC with exactly 8 decimals. */
export type Json = null | boolean | number | bigint | string | Numeral | Json[] | JsonObject;
/** Undefined properties are omitted. */
export type JsonObject = { [key: string]: Json | undefined };

/** Core's "never" is the largest 64-bit integer, which JavaScript cannot represent. This number is written as that one. */
export const LARGEST_INT64 = 2 ** 63;

const SATS_PER_BITCOIN = 100_000_000n;

/** Formats a value as bitcoind does: `0.10000000` for 10 million sats. */
export function stringify(value: Json): string {
  if (typeof value === 'bigint') return amountText(value);
  if (typeof value === 'number' && !Number.isInteger(value)) return fractionText(value);
  if (value === LARGEST_INT64) return '9223372036854775807';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof Numeral) return value.text;
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`;
  let text = '';
  for (const key in value) {
    const item = value[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringify(item)}`;
  }
  return `{${text}}`;
}

/** Longer lists are written in turns. */
const LONG_LIST = 100;

/** As {@link stringify}, but other tasks get their turn between the elements of long lists. */
export async function stringifyInTurns(value: Json, turn = createTurns()): Promise<string> {
  if (Array.isArray(value)) {
    const parts: string[] = [];
    for (const item of value) {
      await turn();
      parts.push(value.length > LONG_LIST ? stringify(item) : await stringifyInTurns(item, turn));
    }
    return `[${parts.join(',')}]`;
  }
  if (typeof value !== 'object' || value === null || value instanceof Numeral) return stringify(value);
  const members: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) members.push(`${JSON.stringify(key)}:${await stringifyInTurns(item, turn)}`);
  }
  return `{${members.join(',')}}`;
}

/** Core writes 16 significant digits, and an exponent of at least two digits below 0.0001 and from 10^16 on. */
function fractionText(value: number): string {
  // Not the shortest digits of the number, which can be fewer.
  const [digits = '', exponent] = value.toExponential(15).split('e');
  const size = Number(exponent);
  if (size >= -4 && size < 16) return withoutZeros(value.toFixed(15 - size));
  return `${withoutZeros(digits)}e${size < 0 ? '-' : '+'}${String(Math.abs(size)).padStart(2, '0')}`;
}

const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** Formats sats as BTC with 8 decimals. */
function amountText(sats: bigint): string {
  const absolute = sats < 0n ? -sats : sats;
  return `${sats < 0n ? '-' : ''}${absolute / SATS_PER_BITCOIN}.${`${absolute % SATS_PER_BITCOIN}`.padStart(8, '0')}`;
}

/** Returns the JSON type of a value, named as in Core's messages. */
export function typeName(value: unknown): 'null' | 'bool' | 'number' | 'string' | 'array' | 'object' {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'boolean') return 'bool';
  if (type === 'number' || value instanceof Numeral) return 'number';
  if (type === 'string') return type;
  return 'object';
}
