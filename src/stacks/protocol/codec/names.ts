import { isClarityName, isContractName, MAX_CONTRACT_NAME_LENGTH, MAX_NAME_LENGTH } from '../../../clarity/name-syntax.js';
import { debugString } from '../../../clarity/rust-debug.js';
import type { Address } from '../../../clarity/values.js';
import { malformed } from './error.js';
import type { ByteReader } from './reader.js';
import { decodeUtf8 } from './utf8.js';

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
