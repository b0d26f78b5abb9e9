import { hmac } from '@noble/hashes/hmac.js';
import { ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { sha256, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { keystream } from './chacha20.js';

/** The algorithms of both chains. */
const HASHES = { sha256, sha512, 'sha512-256': sha512_256, ripemd160, sha1 } as const;

type Bytes = Uint8Array | string;
type Hasher = { update(bytes: Uint8Array): unknown; digest(): Uint8Array };

/** A hash in progress, as Node has it. */
export type Hash = {
  update(data: Bytes): Hash;
  copy(): Hash;
  digest(): Buffer;
  digest(encoding: BufferEncoding): string;
};

/** Hashes bytes, with the algorithms of the codecs. */
export function hash(name: string, bytes: Uint8Array, encoding: 'binary'): string;
export function hash(name: string, bytes: Uint8Array, encoding: 'buffer'): Buffer;
export function hash(name: string, bytes: Uint8Array, encoding: 'binary' | 'buffer'): Buffer | string {
  const hashed = algorithm(name)(bytes);
  if (encoding === 'binary') return String.fromCharCode(...hashed);
  // The VM of Clarity runs without Buffer.
  return typeof Buffer === 'undefined' ? (hashed as Buffer) : Buffer.from(hashed.buffer);
}

export function createHash(name: string): Hash {
  const start = (hasher: ReturnType<typeof sha256.create>): Hash => ({
    ...chain(hasher, (self) => self.clone()),
    copy: () => start(hasher.clone()),
    update(data) {
      hasher.update(bytesOf(data));
      return this;
    },
  });
  return start(algorithm(name).create() as ReturnType<typeof sha256.create>);
}

export function createHmac(name: string, key: Bytes): Omit<Hash, 'copy'> {
  const hasher = hmac.create(algorithm(name), bytesOf(key));
  return {
    ...chain(hasher, (self) => self),
    update(data) {
      hasher.update(bytesOf(data));
      return this as Hash;
    },
  };
}

/** ChaCha20 alone. */
export function createCipheriv(name: string, key: Uint8Array, nonce: Uint8Array): { update(data: Uint8Array): Buffer } {
  if (name !== 'chacha20') throw new RangeError(`no cipher ${name}`);
  return { update: (data) => Buffer.from(keystream(key, nonce, data.length).map((byte, at) => byte ^ (data[at] as number))) };
}

/** The most bytes that one call of a browser gives. */
const MOST_RANDOM = 65_536;

export function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += MOST_RANDOM) crypto.getRandomValues(bytes.subarray(at, at + MOST_RANDOM));
  return bytes;
}

/** Returns a number from 0 to `end` − 1. @param end at most 2^32 */
export function randomInt(end: number): number {
  // Of the last, incomplete range no number is taken: all are as probable as others.
  const limit = 2 ** 32 - (2 ** 32 % end);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return value % end;
  }
}

/** Pages without TLS have no `crypto.randomUUID`. */
export function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Node's default costs. */
const SCRYPT_COSTS = { N: 16_384, r: 8, p: 1 };

export const scryptSync = (password: Bytes, salt: Bytes, size: number): Buffer =>
  Buffer.from(scrypt(bytesOf(password), bytesOf(salt), { ...SCRYPT_COSTS, dkLen: size }));

export const derivePbkdf2 = async (password: Bytes, salt: Bytes, rounds: number, size: number, name: string): Promise<Buffer> =>
  Buffer.from(await pbkdf2Async(algorithm(name), bytesOf(password), bytesOf(salt), { c: rounds, dkLen: size }));

export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) throw new RangeError('Input buffers must have the same byte length');
  return one.reduce((differs, byte, at) => differs | (byte ^ (other[at] as number)), 0) === 0;
}

function algorithm(name: string): typeof sha256 {
  const found = (HASHES as Readonly<Record<string, unknown>>)[name];
  if (found === undefined) throw new RangeError(`no hash ${name}`);
  return found as typeof sha256;
}

/** @param last returns what is finished; Node's hashes end with it, too */
function chain<T extends Hasher>(hasher: T, last: (hasher: T) => T): Pick<Hash, 'digest'> {
  return { digest: ((encoding?: BufferEncoding) => encoded(last(hasher).digest(), encoding)) as Hash['digest'] };
}

function encoded(bytes: Uint8Array, encoding: BufferEncoding | undefined): Buffer | string {
  return encoding === undefined ? Buffer.from(bytes) : Buffer.from(bytes).toString(encoding);
}

const encoder = new TextEncoder();
const bytesOf = (data: Bytes): Uint8Array => (typeof data === 'string' ? encoder.encode(data) : data);
