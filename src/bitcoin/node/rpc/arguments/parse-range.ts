import { RPC_CODE, RpcError } from '../error.js';
import { Numeral } from '../json/json.js';
import { toInteger, toReal } from '../json/numeral.js';

export type Range = { begin: number; end: number };

export const MAX_RANGE = 1_000_000;
const MAX_INDEX = 2 ** 31;

/** Parses the indexes of a ranged descriptor: `end` or `[begin, end]`, inclusive. @throws RpcError −8 with Core's messages */
export function parseRange(value: unknown): Range {
  const { begin, end } = bounds(value);
  if (begin < 0) throw invalidRange('Range should be greater or equal than 0');
  if (end < 0 || end >= MAX_INDEX) throw invalidRange('End of range is too high');
  if (end >= begin + MAX_RANGE) throw invalidRange('Range is too large');
  return { begin, end };
}

function bounds(value: unknown): Range {
  if (value instanceof Numeral) return { begin: 0, end: toInteger(value) };
  if (!Array.isArray(value)) throw invalidRange('Range must be specified as end or as [begin,end]');
  const [begin, end, ...more] = value as unknown[];
  if (!(begin instanceof Numeral) || !(end instanceof Numeral) || more.length > 0) {
    throw invalidRange('Range must be specified as end or as [begin,end]');
  }
  if (toReal(begin) > toReal(end)) throw invalidRange('Range specified as [begin,end] must not have begin after end');
  return { begin: toInteger(begin), end: toInteger(end) };
}

function invalidRange(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}
