import { bytesOfLatin1, latin1Of } from '../bytes.js';
import { TypeFailure } from '../failure.js';
import { isContractName } from '../name-syntax.js';
import { decodeAddress } from './address.js';
import { decodeC32 } from './c32.js';
import { PrincipalValue, STANDARD_LENGTH } from './value.js';

/** Returns the account with this version, below 32, and hash of 20 bytes. */
export function standardPrincipal(version: number, hash: Uint8Array): PrincipalValue {
  return new PrincipalValue(String.fromCharCode(version) + latin1Of(hash), undefined);
}

/** Returns a contract of an account. */
export function contractPrincipal(issuer: PrincipalValue, name: string): PrincipalValue {
  return new PrincipalValue(`${issuer.id}.${name}`, name);
}

/** Returns the account that a contract belongs to; an account itself. */
export function issuerOf(principal: PrincipalValue): PrincipalValue {
  if (principal.name === undefined) return principal;
  return new PrincipalValue(principal.id.slice(0, STANDARD_LENGTH), undefined);
}

export function versionOf(principal: PrincipalValue): number {
  return principal.id.charCodeAt(0);
}

/** Returns the 20 bytes of the hash. */
export function hashOf(principal: PrincipalValue): Uint8Array {
  return bytesOfLatin1(principal.id.slice(1, STANDARD_LENGTH));
}

/**
 * Reads an address, or the address and name of a contract (`PrincipalData::parse`, clarity-types/src/types/mod.rs).
 * @throws TypeFailure InvalidPrincipalEncoding, InvalidPrincipalLength, InvalidContractName
 */
export function parsePrincipal(text: string): PrincipalValue {
  const dot = text.indexOf('.');
  if (dot < 0) return parseStandard(text);
  const issuer = parseStandard(text.slice(0, dot));
  const name = text.slice(dot + 1);
  if (!isContractName(name)) throw new TypeFailure('InvalidContractName', name);
  return contractPrincipal(issuer, name);
}

/** Returns the account or contract of a text; undefined if it is not one. */
export function findPrincipal(text: string): PrincipalValue | undefined {
  const dot = text.indexOf('.');
  const address = decodeAddress(dot < 0 ? text : text.slice(0, dot));
  if (address === undefined) return undefined;
  const account = standardPrincipal(address.version, address.hash);
  if (dot < 0) return account;
  const name = text.slice(dot + 1);
  return isContractName(name) ? contractPrincipal(account, name) : undefined;
}

function parseStandard(text: string): PrincipalValue {
  const address = decodeAddress(text);
  if (address !== undefined) return standardPrincipal(address.version, address.hash);
  const decoded = decodeC32(text);
  if (typeof decoded === 'string') throw new TypeFailure('InvalidPrincipalEncoding', decoded);
  if (decoded.hash.length !== STANDARD_LENGTH - 1) throw new TypeFailure('InvalidPrincipalLength', decoded.hash.length);
  return standardPrincipal(decoded.version, decoded.hash);
}
