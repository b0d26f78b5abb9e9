import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { isWhole } from '../../base/words.js';
import { checkTestnetPrincipal } from '../../stacks/principal.js';
import { type Kind, kind, splitPairs } from './value-type.js';

/** Base units as users write them: a bigint, decimal digits, or a number up to 2^53 − 1. Larger numbers have been rounded. */
export type Amount = bigint | number | string;

/** An amount of a faucet: base units above 0 that fit into the chains' signed 64 bits. */
export const payment: Kind<bigint, Amount> = kind({
  expected: 'a whole number of base units from 1 to 2^63-1',
  placeholder: 'base units',
  parse(value) {
    const units = exact(value);
    return units !== undefined && units > 0n && units < 2n ** 63n ? units : undefined;
  },
});

/** An amount of base units that Clarity can hold. */
export const amount: Kind<bigint, Amount> = kind({
  expected: 'a whole number of base units up to 2^128-1 (above 2^53-1 as text or bigint, since a number would be rounded)',
  placeholder: 'base units',
  parse(value) {
    const units = exact(value);
    return units !== undefined && units >= 0n && units <= maxUint ? units : undefined;
  },
});

/** Genesis balances by principal: an object in code and files, `principal=amount` separated by commas as text. */
export function balances(unit: 'micro-STX' | 'sats'): Kind<Record<string, bigint>, Readonly<Record<string, Amount>>> {
  const expected = `amounts in ${unit} by Stacks testnet address or contract principal`;
  const read: Kind<Record<string, bigint>>['read'] = (value, place) => {
    if (!isRecord(value)) throw invalid(place.field, expected, value);
    const entries = Object.entries(value).map(([principal, units]) => {
      const field = `${place.field}.${principal}`;
      checkTestnetPrincipal(principal, field);
      return [principal, amount.read(units, { ...place, field })] as const;
    });
    return Object.fromEntries(entries);
  };
  const pair = 'principal=amount';
  return { expected, placeholder: pair, read, readText: (text, place) => read(Object.fromEntries(splitPairs(text, place, pair)), place) };
}

/** The largest value of Clarity's `uint`. */
const maxUint = 2n ** 128n - 1n;

/** Returns the value as a bigint if it is a whole number that was not rounded. */
function exact(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (isWhole(value)) return BigInt(value);
  return typeof value === 'string' && /^\d{1,40}$/.test(value) ? BigInt(value) : undefined;
}
