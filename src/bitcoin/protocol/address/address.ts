import { buildScript, pushData, pushNumber } from '../script/build.js';
import { OP } from '../script/opcodes.js';
import { matchScript } from '../script/pattern.js';
import { decodeBase58, decodeBase58Check, encodeBase58Check } from './encoding/base58.js';
import { decodeBech32, encodeBech32, fromFiveBits, toFiveBits } from './encoding/bech32.js';
import { locateBech32Errors } from './encoding/bech32-errors.js';
import { type AddressFormat, REGTEST } from './format.js';

/** An address's script, or Core's error and, for bech32, the indices of the characters that may be wrong. */
export type DecodedAddress = { scriptPubKey: Uint8Array } | { error: string; errorLocations: number[] };

/** Returns the address of an output script, or undefined for scripts without one (public keys, bare multisig, data). */
export function encodeAddress(scriptPubKey: Uint8Array, format: AddressFormat = REGTEST): string | undefined {
  const pattern = matchScript(scriptPubKey);
  switch (pattern.type) {
    case 'pubkeyhash':
      return encodeBase58Check(Uint8Array.of(format.pubkeyHash, ...pattern.hash));
    case 'scripthash':
      return encodeBase58Check(Uint8Array.of(format.scriptHash, ...pattern.hash));
    case 'pubkey':
    case 'multisig':
    case 'nulldata':
    case 'nonstandard':
      return undefined;
    default:
      return encodeBech32(pattern.version === 0 ? 'bech32' : 'bech32m', format.bech32, [pattern.version, ...toFiveBits(pattern.program)]);
  }
}

/** Returns the script of an address, or the error of Core's `DecodeDestination`. */
export function decodeAddress(address: string, format: AddressFormat = REGTEST): DecodedAddress {
  // Core counts bytes: one character per byte, as in the error locations.
  const text = Buffer.from(address, 'utf8').toString('latin1');
  return text.slice(0, format.bech32.length).toLowerCase() === format.bech32 ? decodeSegwit(text, format) : decodeLegacy(text, format);
}

/** Returns the script of a valid address. @throws RangeError if it is invalid */
export function addressScript(address: string, format: AddressFormat = REGTEST): Uint8Array {
  const decoded = decodeAddress(address, format);
  if ('error' in decoded) throw new RangeError(decoded.error);
  return decoded.scriptPubKey;
}

function decodeLegacy(text: string, { pubkeyHash, scriptHash }: AddressFormat): DecodedAddress {
  const data = decodeBase58Check(text, 21);
  if (data === undefined) {
    return decodeBase58(text, 100) === undefined
      ? failure('Invalid or unsupported Segwit (Bech32) or Base58 encoding.')
      : failure('Invalid checksum or length of Base58 address (P2PKH or P2SH)');
  }
  const [version] = data;
  const hash = data.subarray(1);
  if (version !== pubkeyHash && version !== scriptHash) return failure('Invalid or unsupported Base58-encoded address.');
  if (hash.length !== 20) return failure('Invalid length for Base58 address (P2PKH or P2SH)');
  const script = version === pubkeyHash ? [OP.DUP, OP.HASH160, hash, OP.EQUALVERIFY, OP.CHECKSIG] : [OP.HASH160, hash, OP.EQUAL];
  return { scriptPubKey: buildScript(script) };
}

function decodeSegwit(text: string, format: AddressFormat): DecodedAddress {
  const decoded = decodeBech32(text);
  if (decoded === undefined) {
    const { error, locations } = locateBech32Errors(text);
    return failure(error, locations);
  }
  const { prefix, values, encoding } = decoded;
  const [version] = values;
  if (version === undefined) return failure('Empty Bech32 data section');
  if (prefix !== format.bech32) {
    return failure(`Invalid or unsupported prefix for Segwit (Bech32) address (expected ${format.bech32}, got ${prefix}).`);
  }
  if (version === 0 && encoding !== 'bech32') return failure('Version 0 witness address must use Bech32 checksum');
  if (version !== 0 && encoding !== 'bech32m') return failure('Version 1+ witness address must use Bech32m checksum');
  const program = fromFiveBits(values.slice(1));
  if (program === undefined) return failure('Invalid padding in Bech32 data section');
  const error = programError(version, program.length);
  return error === undefined ? { scriptPubKey: Uint8Array.of(...pushNumber(version), ...pushData(program)) } : failure(error);
}

function programError(version: number, length: number): string | undefined {
  const size = `${length} ${length === 1 ? 'byte' : 'bytes'}`;
  if (version === 0) return length === 20 || length === 32 ? undefined : `Invalid Bech32 v0 address program size (${size}), per BIP141`;
  if (version > 16) return 'Invalid Bech32 address witness version';
  return length < 2 || length > 40 ? `Invalid Bech32 address program size (${size})` : undefined;
}

function failure(error: string, errorLocations: number[] = []): DecodedAddress {
  return { error, errorLocations };
}
