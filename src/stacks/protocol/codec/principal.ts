import { isClarityName, isContractName, MAX_CONTRACT_NAME_LENGTH, MAX_NAME_LENGTH } from '../../../clarity/name-syntax.js';
import { debugString } from '../../../clarity/rust-debug.js';
import { type Address, decodeAddress, encodeAddress } from '../../../clarity/values.js';
import { malformed } from './error.js';
import type { ByteReader } from './reader.js';
import { decodeUtf8 } from './utf8.js';
import { name, u8 } from './writer.js';

/** An account or a contract. */
export type Principal = Address & { contract?: string | undefined };

/** `ST…` or `ST….name`. */
export function formatPrincipal(principal: Principal): string {
  const address = encodeAddress(principal);
  return principal.contract === undefined ? address : `${address}.${principal.contract}`;
}

/** The principal in a text; undefined if it is not one. */
export function parsePrincipal(text: string): Principal | undefined {
  const dot = text.indexOf('.');
  if (dot < 0) return decodeAddress(text);
  const address = decodeAddress(text.slice(0, dot));
  const contract = text.slice(dot + 1);
  return address !== undefined && isContractName(contract) ? { ...address, contract } : undefined;
}

export function readAddress(reader: ByteReader): Address {
  const version = reader.u8();
  if (version > 31) throw malformed('Address version byte must be in range 0 to 31');
  return { version, hash: reader.bytes(20) };
}

/** A contract's name as transactions write it: 1 to 40 characters. */
export function readContractName(reader: ByteReader): string {
  const length = reader.u8();
  if (length < 1 || length > MAX_CONTRACT_NAME_LENGTH) {
    throw malformed(`Failed to deserialize contract name: too short or too long: ${length}`);
  }
  const text = decodeUtf8(reader.bytes(length));
  if (text === undefined) throw malformed('Failed to parse Contract name: could not construct from utf8');
  if (!isContractName(text)) throw malformed(`Failed to parse Contract name: InvalidContractName(${debugString(text)})`);
  return text;
}

export function readClarityName(reader: ByteReader): string {
  const length = reader.u8();
  if (length > MAX_NAME_LENGTH) throw malformed('Failed to deserialize clarity name: too long');
  const text = decodeUtf8(reader.bytes(length));
  if (text === undefined) throw malformed('Failed to parse Clarity name: could not construct from utf8');
  if (!isClarityName(text)) throw malformed(`Failed to parse Clarity name: InvalidClarityName(${debugString(text)})`);
  return text;
}

function writeAddress({ version, hash }: Address): Buffer {
  return Buffer.concat([u8(version), hash]);
}

/** Serializes a principal as a Clarity value: prefix 5 for an account, 6 for a contract. */
export function writePrincipal(principal: Principal): Buffer {
  return principal.contract === undefined
    ? Buffer.concat([u8(5), writeAddress(principal)])
    : Buffer.concat([u8(6), writeAddress(principal), name(principal.contract)]);
}
