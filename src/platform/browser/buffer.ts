import { Buffer } from 'buffer/index.js';

/** esbuild puts this in place of Node's global of the same name, which the core uses. */
export { Buffer };

const utf8 = new TextEncoder();
/** The value of each hexadecimal digit, by its code; -1 for other characters. */
const NIBBLES = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()));

/**
 * The bytes of Node's `Buffer`: of this class from the beginning. The package makes a `Uint8Array` and changes its prototype, which takes
 * browsers longer than all else.
 */
class Bytes extends Uint8Array {}
Object.defineProperties(Bytes.prototype, Object.getOwnPropertyDescriptors(Buffer.prototype));
Object.defineProperty(Buffer, 'prototype', { value: Bytes.prototype });
Object.defineProperty(Buffer, Symbol.species, { value: Bytes });

// The package makes bytes of text one by one: browsers do it themselves. It decodes base64url, but does not know its name.
const { from, alloc, allocUnsafe } = Buffer;
Buffer.from = ((value: unknown, encoding?: unknown, length?: unknown) => {
  if (typeof value === 'string' && encoding === 'hex') return ofHex(value);
  if (typeof value === 'string' && (encoding === undefined || encoding === 'utf8')) return ofBytes(utf8.encode(value));
  if (value instanceof Uint8Array) return new Bytes(value);
  return from(value as never, (encoding === 'base64url' ? 'base64' : encoding) as never, length as never);
}) as typeof from;
Buffer.alloc = ((size: number, ...fill: []) => (size >= 0 && fill.length === 0 ? new Bytes(size) : alloc(size, ...fill))) as typeof alloc;
Buffer.allocUnsafe = ((size: number) => (size >= 0 ? new Bytes(size) : allocUnsafe(size))) as typeof allocUnsafe;
const { toString: encode, write } = Buffer.prototype;
Buffer.prototype.toString = function (encoding, start, end) {
  if (encoding !== 'base64url') return encode.call(this, encoding, start, end);
  return encode.call(this, 'base64', start, end).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
Buffer.prototype.write = function (this: Buffer, text: string, offset: number, ...rest: [string]) {
  if (rest.length !== 1 || rest[0] !== 'hex') return write.call(this, text, offset, ...rest);
  const bytes = ofHex(text).subarray(0, this.length - offset);
  this.set(bytes, offset);
  return bytes.length;
} as typeof write;

/** Returns the same bytes, which are not copied. */
function ofBytes({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return new Bytes(buffer, byteOffset, byteLength) as Buffer;
}

/** As Node, up to what is no pair of digits. */
function ofHex(text: string): Buffer {
  const bytes = Buffer.alloc(text.length >>> 1);
  for (let at = 0; at < bytes.length; at++) {
    const byte = ((NIBBLES[text.charCodeAt(2 * at)] ?? -1) << 4) | (NIBBLES[text.charCodeAt(2 * at + 1)] ?? -1);
    if (byte < 0) return bytes.subarray(0, at) as Buffer;
    bytes[at] = byte;
  }
  return bytes;
}
