import * as node from 'node:crypto';
import { isIP } from 'node:net';
import nodePath from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoints } from '#dist/clients/property/code-points.js';
import { Buffer as BrowserBuffer } from '#dist/platform/browser/buffer.js';
import * as browser from '#dist/platform/browser/crypto.js';
import { join, resolve } from '#dist/platform/browser/paths.js';
import { isIP as isAddress } from '#dist/platform/browser/sockets.js';

const bytes = fc.uint8Array({ maxLength: 300 });
const name = fc.constantFrom('sha256', 'sha512', 'ripemd160');
const same = <T extends unknown[]>(property: fc.IPropertyWithHooks<T>): void => fc.assert(property, { numRuns: 50 });

test('behavior: hashes are those of Node', () => {
  same(
    fc.property(name, bytes, bytes, (algorithm, one, two) => {
      const expected = node.createHash(algorithm).update(one).update(two).digest('hex');
      expect(browser.createHash(algorithm).update(one).update(two).digest('hex')).toBe(expected);
      const begun = browser.createHash(algorithm).update(one);
      expect(begun.copy().update(two).digest().toString('hex')).toBe(expected);
      expect(begun.update(two).digest('hex')).toBe(expected);
      expect(browser.createHmac(algorithm, one).update(two).digest('hex')).toBe(node.createHmac(algorithm, one).update(two).digest('hex'));
      expect(browser.hash(algorithm, one, 'buffer')).toEqual(node.createHash(algorithm).update(one).digest());
      expect(browser.hash(algorithm, one, 'binary')).toBe(node.createHash(algorithm).update(one).digest().toString('latin1'));
    }),
  );
  expect(() => browser.createHash('md5')).toThrow('no hash md5');
});

test('behavior: keys of passwords, and the key stream of ChaCha20, are those of Node', async () => {
  expect(browser.scryptSync('word', 'salt', 64)).toEqual(node.scryptSync('word', 'salt', 64));
  expect(await browser.derivePbkdf2('word', 'salt', 2048, 64, 'sha512')).toEqual(node.pbkdf2Sync('word', 'salt', 2048, 64, 'sha512'));
  const exact = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  same(
    fc.property(exact(32), exact(16), bytes, (key, nonce, data) => {
      // A counter at its end goes on in the next word in OpenSSL only.
      nonce[3] = 0;
      expect(browser.createCipheriv('chacha20', key, nonce).update(data)).toEqual(node.createCipheriv('chacha20', key, nonce).update(data));
    }),
  );
});

test('behavior: chance', () => {
  expect(browser.randomBytes(100_000)).toHaveLength(100_000);
  expect(browser.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const thrown = new Set(Array.from({ length: 500 }, () => browser.randomInt(6)));
  expect([...thrown].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(browser.timingSafeEqual(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(browser.timingSafeEqual(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
});

test('behavior: bytes of texts are those of Node', () => {
  const hex = fc.string({ unit: fc.constantFrom('0', '9', 'a', 'F', 'b', 'g', ' ', '/') });
  const encoding = fc.constantFrom('utf8', 'latin1', undefined);
  const browserBuffer = BrowserBuffer as unknown as typeof Buffer;
  const made = (buffer: typeof Buffer, text: string, as: BufferEncoding | undefined) => [...buffer.from(text, as)];
  same(
    fc.property(fc.string({ unit: codePoints }), encoding, hex, (text, as, digits) => {
      expect(made(browserBuffer, text, as)).toEqual(made(Buffer, text, as));
      expect(made(browserBuffer, digits, 'hex')).toEqual(made(Buffer, digits, 'hex'));
    }),
  );
  for (const text of ['\ud800', 'a\udc00b', '€', '😀']) expect(made(browserBuffer, text, 'utf8')).toEqual([...Buffer.from(text)]);
  expect(BrowserBuffer.from('00ff', 'hex').toString('hex')).toBe('00ff');
});

test('behavior: buffers become text as in Node', () => {
  const encoding = fc.constantFrom('utf8', 'hex', 'latin1', 'base64', 'base64url', undefined);
  const place = fc.option(fc.integer({ min: -5, max: 400 }), { nil: undefined });
  const wellFormed = fc.string({ unit: codePoints }).map((text) => new TextEncoder().encode(text));
  same(
    fc.property(fc.oneof(bytes, wellFormed), encoding, place, place, (value, as, start, end) => {
      const expected = Buffer.from(value).toString(as, start, end);
      expect(BrowserBuffer.from(value).toString(as as 'utf8', start, end)).toBe(expected);
    }),
  );
  for (const value of [[], [0xef, 0xbb, 0xbf, 0x61], [0xff, 0xe2, 0x82], [0xed, 0xa0, 0x80]]) {
    expect(BrowserBuffer.from(value).toString()).toBe(Buffer.from(value).toString());
  }
});

test('behavior: paths and addresses are those of Node', () => {
  const part = fc.constantFrom('a', 'b.c', '..', '.', '/d', 'e/f');
  same(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      expect(join('/root', ...parts)).toBe(nodePath.posix.join('/root', ...parts).replace(/(.)\/$/, '$1'));
      expect(resolve('/root', ...parts)).toBe(nodePath.posix.resolve('/root', ...parts));
    }),
  );
  for (const text of [
    '127.0.0.1',
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.',
    '::1',
    'fe80::1',
    '::ffff:1.2.3.4',
    ':::',
    'x',
    '',
    '1:2',
    'localhost',
  ]) {
    expect([text, isAddress(text)]).toEqual([text, isIP(text)]);
  }
});
