import { RPC_CODE, RpcError, wrongType } from '../error.js';
import { Numeral } from './json.js';

/** The text of a whole number as Core takes it: neither 1.0 nor 1e3 is one. */
const INTEGER = /^-?\d+$/;

/** A whole number of 64 bits; beyond 2^53 it is rounded. @throws RpcError with Core's message otherwise */
export function toInteger(value: unknown): number {
  if (!(value instanceof Numeral)) throw wrongType(value, 'number');
  if (!INTEGER.test(value.text)) throw outOfRange();
  const number = BigInt(value.text);
  if (number !== BigInt.asIntN(64, number)) throw outOfRange();
  return Number(number);
}

/** A whole number that fits 32 bits. @throws RpcError with Core's message otherwise */
export function toInt32(value: unknown): number {
  const number = toInteger(value);
  if (number !== (number | 0)) throw outOfRange();
  return number;
}

/** A whole number of 32 bits without sign. @throws RpcError with Core's message otherwise */
export function toUint32(value: unknown): number {
  const number = toInteger(value);
  if (number !== number >>> 0) throw outOfRange();
  return number;
}

/** Any number, rounded to what JavaScript holds. @throws RpcError with Core's message otherwise */
export function toReal(value: unknown): number {
  if (!(value instanceof Numeral)) throw wrongType(value, 'number');
  return Number(value.text);
}

function outOfRange(): RpcError {
  return new RpcError(RPC_CODE.MISC_ERROR, 'JSON integer out of range');
}
