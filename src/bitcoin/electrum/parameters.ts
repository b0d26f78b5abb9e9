import { field } from '../../base/json.js';
import { isHex } from '../protocol/codec/hex.js';
import { badRequest, ElectrumError, INVALID_ARGUMENTS } from './error.js';
import type { Parameter } from './method.js';

/** A parameter that may be absent, and its value then. */
export function optional(name: string, byDefault: unknown): Parameter {
  return { name, byDefault };
}

/** The parameters of a method that all must be given. */
export function required(...names: string[]): Parameter[] {
  return names.map((name) => ({ name }));
}

/**
 * Returns the values of a method's parameters in their order. Others are ignored: clients of older protocols send some.
 * @param params by position or by name
 * @throws ElectrumError for parameters that are missing
 */
export function bind(method: string, parameters: readonly Parameter[], params: unknown): unknown[] {
  const given = params === undefined || params === null ? [] : params;
  if (typeof given !== 'object') throw new ElectrumError(INVALID_ARGUMENTS, `${method}: params must be a list or an object`);
  return parameters.map((parameter, at) => {
    const value = Array.isArray(given) ? given[at] : field(given, parameter.name);
    if (value !== undefined) return value;
    if (!('byDefault' in parameter)) throw new ElectrumError(INVALID_ARGUMENTS, `${method}: the parameter ${parameter.name} is missing`);
    return parameter.byDefault;
  });
}

/** The largest whole number that is a height or a position, with a wide margin. */
const LARGEST = 0x7fff_ffff;

/** @throws ElectrumError */
export function readWhole(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LARGEST) return value;
  throw badRequest(`${name}: ${show(value)} should be a non-negative integer`);
}

/** @throws ElectrumError */
export function readTruth(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw badRequest(`${name}: ${show(value)} should be a boolean value`);
}

/** Returns a txid in lower case. @throws ElectrumError */
export function readTxid(value: unknown): string {
  if (isHash(value)) return value.toLowerCase();
  throw badRequest(`${show(value)} should be a transaction hash`);
}

/** Returns a script hash in lower case. @throws ElectrumError */
export function readScriptHash(value: unknown): string {
  if (isHash(value)) return value.toLowerCase();
  throw badRequest(`${show(value)} is not a valid script hash`);
}

/** @throws ElectrumError */
export function readHex(value: unknown, name: string): string {
  if (typeof value === 'string' && isHex(value)) return value;
  throw badRequest(`${name}: ${show(value)} should be a hex string`);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && value.length === 64 && /^[0-9a-f]+$/i.test(value);
}

/** The most characters of a value that an error repeats. */
const SHOWN = 100;

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
