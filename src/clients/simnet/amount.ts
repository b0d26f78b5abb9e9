import { invalid } from '../../base/error.js';

/** The largest `uint` of Clarity. */
export const MAX_UINT = 2n ** 128n - 1n;
const MAX_COUNT = 2n ** 32n - 1n;

/** Reads an amount of tokens or micro-STX: a `uint` of Clarity. @throws DevnetError INVALID_INPUT */
export function readAmount(value: number | bigint, field: string): bigint {
  return readWhole(value, field, MAX_UINT);
}

/** Reads how many blocks to mine. @default 1 @throws DevnetError INVALID_INPUT */
export function readCount(value: number | null | undefined): number {
  return Number(readWhole(value ?? 1, 'count', MAX_COUNT));
}

/** Reads the amount of a single transfer. clarinet-sdk reads a negative one as more than anybody has, which transfers nothing. */
export function readTransferAmount(value: number | bigint): bigint {
  return value < 0 ? MAX_UINT : readAmount(value, 'amount');
}

function readWhole(value: number | bigint, field: string, most: bigint): bigint {
  const whole = toBigInt(value);
  if (whole === undefined || whole < 0n || whole > most) throw invalid(field, `a whole number from 0 to ${most}`, value);
  return whole;
}

/** What clarinet-sdk converts is accepted, too: text, for example. */
function toBigInt(value: number | bigint): bigint | undefined {
  try {
    return BigInt(value);
  } catch {
    return undefined;
  }
}
