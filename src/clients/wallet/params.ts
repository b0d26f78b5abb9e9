import { isHexBytes } from '../../base/hex-digits.js';
import { isRecord } from '../../base/json.js';
import { invalidParam } from './error.js';
import type { Params } from './method.js';

/** @throws WalletError */
export function textParam(params: Params, name: string): string {
  const value = params[name];
  if (typeof value !== 'string' || value === '') throw invalidParam(name, 'text', value);
  return value;
}

/** What a transaction has room for: amounts, fees and nonces. */
const MAX_U64 = 2n ** 64n - 1n;

/** Reads what the constructor of BigInt takes (SIP-030). @param most the largest one @throws WalletError */
export function amountParam(params: Params, name: string, most = MAX_U64): bigint {
  const amount = optionalAmount(params, name, most);
  if (amount === undefined) throw invalidParam(name, 'a whole number of base units', params[name]);
  return amount;
}

/** As {@link amountParam}; undefined if it is absent. @throws WalletError */
export function optionalAmount(params: Params, name: string, most = MAX_U64): bigint | undefined {
  const value = params[name];
  if (value === undefined || value === null) return undefined;
  const isWhole =
    typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && /^(?:\d+|0x[0-9a-f]+)$/i.test(value);
  if (!isWhole || BigInt(value as string | number) < 0n) throw invalidParam(name, 'a whole number of base units', value);
  const amount = BigInt(value as string | number);
  if (amount > most) throw invalidParam(name, `at most ${most}`, value);
  return amount;
}

/** @throws WalletError */
export function listParam(params: Params, name: string): readonly unknown[] {
  const value = params[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidParam(name, 'a list', value);
  return value;
}

/** Reads bytes as hex, with or without 0x. @throws WalletError */
export function hexParam(params: Params, name: string): Uint8Array {
  const value = params[name];
  const digits = typeof value === 'string' ? value.replace(/^0x/i, '') : '';
  if (digits === '' || !isHexBytes(digits)) throw invalidParam(name, 'bytes as hex', value);
  return new Uint8Array(Buffer.from(digits, 'hex'));
}

/** @throws WalletError */
export function flagParam(params: Params, name: string, usual: boolean): boolean {
  const value = params[name] ?? usual;
  if (typeof value !== 'boolean') throw invalidParam(name, 'true or false', value);
  return value;
}

/** @throws WalletError */
export function readParams(value: unknown): Params {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw invalidParam('', 'an object', value);
  return value;
}
