/** A number of a request, as it was written. */
export class Numeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value whose bigints are amounts in sats: they are written as bitcoin with 8 decimals, exactly. */
export type Json = null | boolean | number | bigint | string | Numeral | Json[] | JsonObject;
/** Properties that are undefined are left out. */
export type JsonObject = { [key: string]: Json | undefined };

/** What Core writes for "never": the largest whole number of 64 bits, which is no number of JavaScript; this one is written as that. */
export const LARGEST_INT64 = 2 ** 63;

const SATS_PER_BITCOIN = 100_000_000n;

/** The text of a value, as bitcoind writes it: `0.10000000` for 10 million sats, where `JSON.stringify` could write `1e-8`. */
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

/** Core writes 16 significant digits and at least two of the exponent. */
function fractionText(value: number): string {
  return String(Number(value.toPrecision(16))).replace(/e-(\d)$/, 'e-0$1');
}

/** Sats as bitcoin with 8 decimals. */
function amountText(sats: bigint): string {
  const absolute = sats < 0n ? -sats : sats;
  return `${sats < 0n ? '-' : ''}${absolute / SATS_PER_BITCOIN}.${`${absolute % SATS_PER_BITCOIN}`.padStart(8, '0')}`;
}

/** The kind of a JSON value by the names that Core's messages have for them. */
export function typeName(value: unknown): 'null' | 'bool' | 'number' | 'string' | 'array' | 'object' {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'boolean') return 'bool';
  if (type === 'number' || value instanceof Numeral) return 'number';
  if (type === 'string') return type;
  return 'object';
}
