import { describe, expect, test } from 'vitest';
import { closest } from '#dist/base/closest.js';
import { invalid } from '#dist/base/error.js';
import { parseExactJson } from '#dist/base/json.js';
import { hideSecrets } from '#dist/base/show-value.js';
import { unknownName } from '#dist/base/unknown-name.js';
import { toInteger } from '#dist/bitcoin/node/rpc/json/numeral.js';
import { parseJson } from '#dist/bitcoin/node/rpc/json/parse-json.js';
import { normalizeDescriptor } from '#dist/bitcoin/node/wallet/normalize.js';
import { decodeAddress as decodeBitcoinAddress } from '#dist/bitcoin/protocol/address/address.js';
import { decodeWif } from '#dist/bitcoin/protocol/address/encoding/wif.js';
import { addChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { parseDescriptor } from '#dist/bitcoin/protocol/descriptor/parse-descriptor.js';
import { decodeAddress, findPrincipal, parseClarity } from '#dist/clarity/values.js';
import { checkPrincipal } from '#dist/stacks/principal.js';

/** So long that work in proportion to the square of it would not end within the timeout of a test. */
const LONG = 4_000_000;
const KEY = 'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';

describe('addresses and keys', () => {
  test.each(['0', '1', 'Z', 'z', 'l', ' ', 'ü'])('error: a Stacks address with many %j', (digit) => {
    const text = `ST${digit.repeat(LONG)}`;
    expect(decodeAddress(text)).toBeUndefined();
    expect(findPrincipal(`${text}.name`)).toBeUndefined();
    expect(findPrincipal(`ST000000000000000000002AMW42H.${text}`)).toBeUndefined();
    expect(() => checkPrincipal(text, 'address', { isMainnet: false })).toThrow(/^address: expected a testnet Stacks address/);
  });

  test('default: the longest and the shortest Stacks address', () => {
    for (const text of [
      'ST000000000000000000002AMW42H',
      'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
      'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
    ]) {
      expect(decodeAddress(text)).toBeDefined();
      expect(decodeAddress(`${text}0`)).toBeUndefined();
    }
  });

  test.each([
    ['white space inside', `m${' '.repeat(LONG)}x`],
    ['white space around', `${' '.repeat(LONG)}x${' '.repeat(LONG)}`],
    ['ones', '1'.repeat(LONG)],
    ['digits', 'z'.repeat(LONG)],
    ['bech32', `bcrt1${'q'.repeat(LONG)}`],
  ])('error: a Bitcoin address of %s', (_, text) => {
    expect(decodeBitcoinAddress(text)).toMatchObject({ error: expect.any(String) });
    expect(decodeWif(text)).toBeUndefined();
  });

  test('behavior: white space around a Bitcoin address is ignored, as in Core', () => {
    const text = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
    expect(decodeBitcoinAddress(` \n\t${text}\r\f\v`)).toEqual(decodeBitcoinAddress(text));
    expect(decodeBitcoinAddress(`${text}\u00a0`)).toHaveProperty('error');
  });
});

describe('Clarity', () => {
  test('error: a number of many digits', () => {
    for (const text of [`u${'9'.repeat(LONG)}`, `-${'9'.repeat(LONG)}`])
      expect(() => parseClarity(text)).toThrow(/does not fit into the 128 bits/);
    expect(parseClarity(`u${'0'.repeat(LONG)}7`)).toMatchObject({ kind: 'uint', value: 7n });
    expect(parseClarity('-000')).toMatchObject({ kind: 'int', value: 0n });
  });

  test('error: the message is short', () => {
    for (const text of ['x'.repeat(LONG), `'${'S'.repeat(LONG)}`, `{${'a'.repeat(LONG)}: 1}`, `u"\\u{${'f'.repeat(LONG)}}"`]) {
      expect(messageOf(() => parseClarity(text)).length).toBeLessThan(400);
    }
  });

  test('default: text and lists as long as values may be', () => {
    expect(parseClarity(`"${'a'.repeat(LONG)}"`)).toMatchObject({ kind: 'ascii' });
    expect(parseClarity(`${' '.repeat(LONG)}u1;${'x'.repeat(LONG)}`)).toMatchObject({ kind: 'uint', value: 1n });
    expect(parseClarity(`(list ${'1 '.repeat(60_000)})`)).toMatchObject({ kind: 'list' });
  });
});

describe('JSON', () => {
  test('error: a string without an end that is full of quotes', () => {
    expect(() => parseExactJson(`["${'\\"'.repeat(LONG)}`)).toThrow(SyntaxError);
    expect(() => parseExactJson(`["${'\\'.repeat(LONG + 1)}`)).toThrow(SyntaxError);
  });

  test('default: a string of 64 MB, and exact numbers behind it', () => {
    const text = 'ab'.repeat(32_000_000);
    expect(parseExactJson(`{"hex":"${text}","n":12345678901234567890,"s":"\\"1234567890123456789\\\\"}`)).toEqual({
      hex: text,
      n: '12345678901234567890',
      s: '"1234567890123456789\\',
    });
  });

  test('default: a key that is repeated often, and an integer of many digits', () => {
    expect(parseJson(`{${'"a":1,'.repeat(500_000)}"b":2}`)).toHaveProperty('b');
    expect(() => toInteger(parseJson('9'.repeat(LONG)))).toThrow('JSON integer out of range');
    expect(toInteger(parseJson('-9223372036854775808'))).toBe(-(2 ** 63));
  });
});

describe('descriptors', () => {
  test('error: a path with more steps than keys can have, and more branches than somebody needs', () => {
    expect(() => parseDescriptor(addChecksum(`wpkh(${KEY}${'/1'.repeat(256)})`))).toThrow('Key path has 256 steps, more than 255');
    expect(() => parseDescriptor(`wpkh(${KEY}${'/1'.repeat(400_000)})`)).toThrow(/Key path has 400000 steps/);
    const branches = Array.from({ length: 100_000 }, (_, at) => at).join(';');
    expect(() => parseDescriptor(`wpkh(${KEY}/<${branches}>)`)).toThrow('Key path specifier has 100000 items, more than 256');
  });

  test('error: one of more than a million characters', () => {
    expect(() => parseDescriptor(`raw(${'ab'.repeat(500_000)})`)).toThrow('Descriptor is longer than 1000000 characters');
  });

  test('default: BIP380 has this checksum; a long one has one, too', () => {
    expect(addChecksum('raw(deadbeef)')).toBe('raw(deadbeef)#89f8spxm');
    expect(addChecksum(`raw(${'ab'.repeat(400_000)})`)).toMatch(/#[a-z0-9]{8}$/);
  });

  test.each(['tprv', '[01234567', '/1h', '<'])('behavior: text of many %j has no key to normalize', (part) => {
    const text = `wpkh(${part.repeat(LONG / part.length)}`;
    expect(normalizeDescriptor(text)).toBe(text);
  });
});

describe('error messages', () => {
  test.each(['://:', ':', 'abc ', '5', 'tprv', ' ', 'a@'])('default: text of many %j is cut', (part) => {
    const text = part.repeat(LONG / part.length);
    expect(invalid('field', 'something', text).message.length).toBeLessThan(300);
    expect(invalid(text, 'something', 1).message.length).toBeLessThan(300);
    expect(invalid('field', 'something', { [text]: 1 }).message.length).toBeLessThan(300);
    expect(unknownName(text, 'key', ['address'], 'The key is address.').message.length).toBeLessThan(300);
  });

  test('default: credentials are hidden wherever they are', () => {
    expect(hideSecrets(`://${':'.repeat(LONG)}`)).toHaveLength(LONG + 3);
    expect(hideSecrets('http://a:b@c and redis://:x:y@z')).toBe('http://[credentials]@c and redis://[credentials]@z');
    const secret = `${'11'.repeat(32)} `;
    expect(invalid('field', 'something', secret.repeat(LONG / secret.length)).message).not.toMatch(/1111/);
  });

  test('behavior: no long name is close to another', () => {
    expect(closest('a'.repeat(LONG), ['address'])).toEqual([]);
    expect(closest('adress', ['b'.repeat(LONG), 'address'])).toEqual(['address']);
  });
});

function messageOf(task: () => unknown): string {
  try {
    task();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was thrown');
}
