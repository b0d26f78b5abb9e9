import { describe, expect, test } from 'vitest';
import { invalid } from '#dist/base/error.js';
import { hidden, hideSecrets, notSecret } from '#dist/base/show-value.js';

const key = `${'5a'.repeat(32)}01`;
const mnemonic =
  'twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw';
const received = (value: unknown): string | undefined => invalid('address', 'an address', value).received;

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'nothing'],
  ['null', null, 'null'],
  ['text', 'abc', '"abc"'],
  ['a bigint', 5n, '5'],
  ['a number', 1.5, '1.5'],
  ['an object by its keys', { name: 'wallet_1', privateKey: key }, 'an object with name, privateKey'],
  ['an empty object', {}, 'an empty object'],
  ['a list by its length', [key, 'x'], 'a list of 2'],
  ['a function', () => key, 'a function'],
  ['long text, cut', 'x'.repeat(200), `"${'x'.repeat(116)}...`],
  ['the id of a transaction, where it is known to be one', notSecret(key.slice(0, 64)), `"${key.slice(0, 64)}"`],
  ['long text that has no secret, cut', notSecret('x'.repeat(200)), `"${'x'.repeat(116)}...`],
  ['an object that is no id by its keys', notSecret({ privateKey: key }), 'an object with privateKey'],
  ['a hidden text by its length', hidden('hunter2'), 'text of 7 characters'],
])('default: shows %s', (_, value, shown) => {
  expect(received(value)).toBe(shown);
});

describe('secrets', () => {
  test.each([
    ['a private key', key.slice(0, 64), '[private key]'],
    ['a compressed private key', key, '[private key]'],
    ['a private key with 0x', `0x${key}`, '[private key]'],
    ['a private key in text', `key=${key};`, 'key=[private key];'],
    ['a WIF key', 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA', '[private key]'],
    ['an extended private key', `tprv8${'Z'.repeat(107)}`, '[private key]'],
    ['a mnemonic', mnemonic, '[mnemonic]'],
    ['a part of a mnemonic', mnemonic.split(' ').slice(0, 6).join('  '), '[mnemonic]'],
    ['the password of a URL', 'http://user:hunter2@127.0.0.1:1', 'http://[credentials]@127.0.0.1:1'],
  ])('behavior: hides %s', (_, text, shown) => {
    expect(hideSecrets(text)).toBe(shown);
    expect(received(text)).toBe(JSON.stringify(shown));
  });

  test('behavior: hides one in the name of a field', () => {
    const { field, message } = invalid(`balances.${key}`, 'an address', 1);
    expect(`${field} ${message}`).not.toContain(key);
  });

  test('behavior: shows addresses', () => {
    for (const address of ['ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5', 'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc'])
      expect(hideSecrets(address)).toBe(address);
  });
});
