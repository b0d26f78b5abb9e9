import { Buffer } from 'buffer/index.js';

/** esbuild puts this in place of Node's global of the same name, which the core uses. */
export { Buffer };

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** The value of each hexadecimal digit, by its code; -1 for other characters. */
const NIBBLES = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()));

/** The digits of each byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

// The package makes bytes of text one by one, and text of bytes: browsers do it themselves. It reads base64url, but not under its name.
const { from } = Buffer;
Buffer.from = ((value: unknown, encoding?: unknown, length?: unknown) => {
  if (typeof value === 'string' && encoding === 'hex') return ofHex(value);
  if (typeof value === 'string' && (encoding === undefined || encoding === 'utf8')) return ofBytes(utf8.encode(value));
  return from(value as never, (encoding === 'base64url' ? 'base64' : encoding) as never, length as never);
}) as typeof from;
const { toString: encode } = Buffer.prototype;
Buffer.prototype.toString = function (encoding, start, end) {
  if (encoding === undefined || encoding === 'utf8') return fromUtf8.decode(fixed(part(this, start, end)));
  if (encoding === 'hex') return hexOf(part(this, start, end));
  if (encoding !== 'base64url') return encode.call(this, encoding, start, end);
  return encode.call(this, 'base64', start, end).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/** Returns the same bytes, which are not copied. */
function ofBytes({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return from(buffer as ArrayBuffer, byteOffset, byteLength);
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

function part(bytes: Uint8Array, start = 0, end = bytes.length): Uint8Array {
  return bytes.subarray(Math.max(0, start), Math.max(0, end));
}

/** Returns the same bytes. Browsers decode none of a buffer that can change its size. */
function fixed(bytes: Uint8Array): Uint8Array {
  const { resizable } = bytes.buffer as { resizable?: boolean };
  return resizable === true ? new Uint8Array(bytes) : bytes;
}

function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte] as string;
  return text;
}
