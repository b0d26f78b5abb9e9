import type { PrincipalValue, Value } from '../../../../clarity/values.js';
import { hashOf, serialize, versionOf } from '../../../../clarity/values.js';
import { sha512_256 } from '../../../protocol/codec/hash.js';

/** Keys of the state of a node (clarity/src/vm/database/clarity_db.rs). The numbers are those of `StoreType`. */

export const LIQUID_SUPPLY = '_stx-data::ustx_liquid_supply';

/** Of every state since Nakamoto. */
export const TENURE_HEIGHT = '_stx-data::tenure_height';

export function contractKey(contract: string): string {
  return `clarity-contract::${contract}`;
}

export function nonceKey(principal: PrincipalValue): string {
  return `vm-account::${principal.text}::18`;
}

export function balanceKey(principal: PrincipalValue): string {
  return `vm-account::${principal.text}::19`;
}

export function entryKey(contract: PrincipalValue, map: string, key: Value): string {
  return `vm::${contract.text}::0::${map}::${hexOf(key)}`;
}

export function variableKey(contract: PrincipalValue, variable: string): string {
  return `vm::${contract.text}::1::${variable}`;
}

export function tokenKey(contract: PrincipalValue, token: string, owner: PrincipalValue): string {
  return `vm::${contract.text}::2::${token}::${jsonOf(owner)}`;
}

export function supplyKey(contract: PrincipalValue, token: string): string {
  return `vm::${contract.text}::3::${token}`;
}

export function ownerKey(contract: PrincipalValue, token: string, id: Value): string {
  return `vm::${contract.text}::4::${token}::${hexOf(id)}`;
}

/** The hash by which a node gives the value of a key. */
export function hashOfKey(key: string): string {
  return sha512_256(Buffer.from(key)).toString('hex');
}

function hexOf(value: Value): string {
  return Buffer.from(serialize(value)).toString('hex');
}

/** The owners of tokens are JSON in their keys. */
function jsonOf(principal: PrincipalValue): string {
  const issuer = [versionOf(principal), [...hashOf(principal)]];
  return JSON.stringify(principal.name === undefined ? { Standard: issuer } : { Contract: { issuer, name: principal.name } });
}
