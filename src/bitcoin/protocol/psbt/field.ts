import { DecodeError } from '../codec/error.js';
import type { Reader } from '../codec/reader.js';
import { createWriter, type Writer } from '../codec/writer.js';
import { isPublicKey } from '../crypto/key.js';

/** A type of field: the checks of its key and value, and its position. */
export type Field = {
  type: number;
  /** The error for a repeated key. */
  duplicate: string;
  /** @throws DecodeError with Core's text */
  checkKey(key: Uint8Array): void;
  /**
   * Reads a value and its length.
   * @returns the value in wire form, or undefined if it has no meaning
   * @throws DecodeError with Core's text
   */
  read(reader: Reader, key: Uint8Array): Uint8Array | undefined;
  /** The sort key among fields of its type. @default its key */
  order?: ((key: Uint8Array, value: Uint8Array) => Uint8Array[]) | undefined;
  /** The part that must be unique. @default its key */
  identity?: ((key: Uint8Array) => Uint8Array) | undefined;
};

export const KEY_SIZES = { compressed: 33, uncompressed: 65 };

/** Creates a field with only its type as the key. @param label its name at the start of a sentence */
export function plainField(type: number, name: string, label: string, read: Field['read']): Field {
  return {
    type,
    duplicate: `Duplicate Key, ${name} already provided`,
    checkKey: (key) => require(key.length === 1, `${label} key is more than one byte type`),
    read,
  };
}

/** Creates a field with a public key at the end of its key. */
export function publicKeyField(type: number, name: string, duplicate: string, read: Field['read']): Field {
  return {
    type,
    duplicate,
    checkKey: (key) => {
      const sizes = Object.values(KEY_SIZES);
      require(sizes.includes(key.length - 1), `Size of key was not the expected size for the type ${name}`);
      require(isPublicKey(key.subarray(1)), 'Invalid pubkey');
    },
    read,
  };
}

/** Checks a condition. @throws DecodeError */
export function require(condition: boolean, message: string): void {
  if (!condition) throw new DecodeError(message);
}

export function readBytes(reader: Reader): Uint8Array | undefined {
  const value = reader.varBytes();
  return value.length === 0 ? undefined : value;
}

/** Reads the content of a value and checks its length. Like Core, it may read beyond the end of the value. */
export function readSized<T>(reader: Reader, read: (reader: Reader) => T): T {
  const size = reader.compactSize();
  const before = reader.remaining();
  const value = read(reader);
  require(before - reader.remaining() === size, 'Size of value was not the stated size');
  return value;
}

/** 32 bytes. All zeroes mean absent. */
export function readHash(reader: Reader): Uint8Array | undefined {
  const value = readSized(reader, (from) => from.bytes(32));
  return value.every((byte) => byte === 0) ? undefined : value;
}

/** A fingerprint of four bytes, and a path with four bytes per step. @param length the length of both */
export function readOrigin(reader: Reader, length: number): Uint8Array {
  require(length % 4 === 0 && length !== 0, 'Invalid length for HD key path');
  return reader.bytes(length);
}

/** The sorted leaves that contain a key, and its origin. @param place Input or Output, for messages */
export function readTaprootOrigin(reader: Reader, place: string): Uint8Array {
  const length = reader.compactSize();
  const before = reader.remaining();
  const hashes: Uint8Array[] = [];
  for (let more = reader.compactSize(); more > 0; more--) hashes.push(reader.bytes(32));
  const left = length - (before - reader.remaining());
  require(left >= 0, `${place} Taproot BIP32 keypath has an invalid length`);
  return taprootOrigin(hashes, readOrigin(reader, left));
}

/** Encodes a taproot derivation. @param hashes the leaf hashes, in any order */
export function taprootOrigin(hashes: Uint8Array[], origin: Uint8Array): Uint8Array {
  const sorted = hashes
    .toSorted(Buffer.compare)
    .filter((hash, index, all) => index === 0 || Buffer.compare(hash, all[index - 1] as Uint8Array) !== 0);
  return written((writer) => {
    writer.compactSize(sorted.length);
    for (const hash of sorted) writer.bytes(hash);
    writer.bytes(origin);
  });
}

export function written(write: (writer: Writer) => void): Uint8Array {
  const writer = createWriter();
  write(writer);
  return writer.finish();
}
