import { invalid } from './error.js';

/**
 * Checks an amount of base units.
 * @param expected completes "expected …", with the unit
 * @param range from `least` to below `limit` @default { least: 0n } without a limit
 * @throws DevnetError INVALID_INPUT; for a whole number it says how to write the bigint
 */
export function checkAmount(
  value: unknown,
  field: string,
  expected: string,
  { least = 0n, limit }: { least?: bigint; limit?: bigint } = {},
): asserts value is bigint {
  if (typeof value === 'bigint' && value >= least && (limit === undefined || value < limit)) return;
  throw invalid(field, expected, value, Number.isSafeInteger(value) ? `Write ${value}n: amounts are bigints.` : undefined);
}

/**
 * Reads an amount of base units: a bigint, or a number that is a safe integer. @param expected,range as {@link checkAmount}
 * @throws DevnetError INVALID_INPUT
 */
export function readAmount(
  value: unknown,
  field: string,
  expected: string,
  { least = 0n, limit }: { least?: bigint; limit?: bigint } = {},
): bigint {
  const amount = Number.isSafeInteger(value) ? BigInt(value as number) : value;
  if (typeof amount === 'bigint' && amount >= least && (limit === undefined || amount < limit)) return amount;
  const isUnsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
  throw invalid(field, expected, value, isUnsafe ? 'A number of this size is not exact. Pass a bigint.' : undefined);
}
