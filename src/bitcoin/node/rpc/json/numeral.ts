import { RPC_CODE, RpcError, wrongType } from '../error.js';
import { Numeral } from './json.js';

/** An integer as Core accepts it: neither 1.0 nor 1e3. */
const INTEGER = /^-?\d+$/;
/** Digits of a 64-bit integer; JSON allows no zeros before it. */
const MOST_DIGITS = 19;

/** Parses a 64-bit integer, rounded beyond 2^53. @throws RpcError with Core's message otherwise */
export function toInteger(value: unknown): number {
  if (!(value instanceof Numeral)) throw wrongType(value, 'number');
  if (value.text.length > MOST_DIGITS + 1 || !INTEGER.test(value.text)) throw outOfRange();
  const number = BigInt(value.text);
  if (number !== BigInt.asIntN(64, number)) throw outOfRange();
  return Number(number);
}

/** Parses a 32-bit integer. @throws RpcError with Core's message otherwise */
export function toInt32(value: unknown): number {
  const number = toInteger(value);
  if (number !== (number | 0)) throw outOfRange();
  return number;
}

/** Parses an unsigned 32-bit integer. @throws RpcError with Core's message otherwise */
export function toUint32(value: unknown): number {
  const number = toInteger(value);
  if (number !== number >>> 0) throw outOfRange();
  return number;
}

/** Parses any number, rounded to a double. @throws RpcError with Core's message otherwise */
export function toReal(value: unknown): number {
  if (!(value instanceof Numeral)) throw wrongType(value, 'number');
  return Number(value.text);
}

function outOfRange(): RpcError {
  return new RpcError(RPC_CODE.MISC_ERROR, 'JSON integer out of range');
}
