import { SIGHASH } from '../../../protocol/script/sighash/sighash.js';
import { RPC_CODE, RpcError } from '../error.js';

const HASH_TYPES: Record<string, number> = {
  DEFAULT: SIGHASH.DEFAULT,
  ALL: SIGHASH.ALL,
  NONE: SIGHASH.NONE,
  SINGLE: SIGHASH.SINGLE,
  'ALL|ANYONECANPAY': SIGHASH.ALL | SIGHASH.ANYONECANPAY,
  'NONE|ANYONECANPAY': SIGHASH.NONE | SIGHASH.ANYONECANPAY,
  'SINGLE|ANYONECANPAY': SIGHASH.SINGLE | SIGHASH.ANYONECANPAY,
};

/** Parses the name of a hash type. @throws RpcError */
export function hashTypeOf(name: string): number {
  const type = Object.hasOwn(HASH_TYPES, name) ? HASH_TYPES[name] : undefined;
  if (type === undefined) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `'${name}' is not a valid sighash parameter.`);
  return type;
}

/** Returns the name of a hash type, or '' if it is undefined. */
export function hashTypeName(type: number): string {
  return Object.entries(HASH_TYPES).find(([, value]) => value === type)?.[0] ?? '';
}
