import { Cl, serializeCV } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { decodeAddress, displayValue, encodeAddress, parseValueHex, serializedHex, TRUE } from '#dist/clarity/values.js';
import { DEPLOYER } from '../../stacks/node/test-node.js';
import { growthsOf } from '../../steps.js';

const CASES: [value: Parameters<typeof serializeCV>[0], shown: string][] = [
  [Cl.int(-(2n ** 127n)), '-170141183460469231731687303715884105728'],
  [Cl.uint(2n ** 128n - 1n), 'u340282366920938463463374607431768211455'],
  [Cl.bool(false), 'false'],
  [Cl.buffer(new Uint8Array([0, 255])), '0x00ff'],
  [Cl.stringAscii('a"b\\c\n'), '"a\\"b\\\\c\\n"'],
  [Cl.stringUtf8('aé€'), 'u"a\\u{c3a9}\\u{e282ac}"'],
  [Cl.principal(DEPLOYER.address), DEPLOYER.address],
  [Cl.principal(`${DEPLOYER.address}.probe`), `${DEPLOYER.address}.probe`],
  [Cl.none(), 'none'],
  [Cl.some(Cl.ok(Cl.error(Cl.uint(1)))), '(some (ok (err u1)))'],
  [Cl.list([Cl.some(Cl.int(1)), Cl.none()]), '((some 1) none)'],
  [Cl.list([]), '()'],
  [Cl.tuple({ z: Cl.uint(1), a: Cl.list([Cl.int(1), Cl.int(2)]) }), '(tuple (a (1 2)) (z u1))'],
];

test('default: reads, writes and prints what stacks.js serializes', () => {
  for (const [value, shown] of CASES) {
    const hex = serializeCV(value);
    const parsed = parseValueHex(`0x${hex}`);
    expect(parsed && serializedHex(parsed)).toBe(hex);
    expect(parsed && displayValue(parsed)).toBe(shown);
  }
});

test('behavior: nesting ends at 16 levels', () => {
  const nested = (depth: number) => `${'0a'.repeat(depth - 1)}03`;
  expect(parseValueHex(nested(16))).toBeDefined();
  expect(parseValueHex(nested(17))).toBeUndefined();
});

test('behavior: what follows a value is ignored', () => {
  expect(parseValueHex('0x0300ff')).toBe(TRUE);
});

test('error: what is no value', () => {
  const bad = [
    '',
    '0',
    'zz',
    '0f',
    '00',
    '0d00000001ff', // not ASCII
    '0e00000001ff', // not UTF-8
    '0b000000020301', // a list that ends early
    '0b0000000203010000000000000000000000000000000001', // a bool and a uint in one list
    '0c00000000', // an empty tuple
    '0c000000020161030161030', // odd digits
    '0c000000020161030161 03',
    '0c00000002016103016103', // the same field twice
    '0c000000010131030', // a field that is no name
    `0520${'00'.repeat(20)}`, // an address version above 31
    '02ffffffff', // longer than any value
  ];
  for (const hex of bad) expect(parseValueHex(hex), hex).toBeUndefined();
});

test('behavior: addresses with leading zeros, in lower case and with look-alikes', () => {
  for (const address of ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78', DEPLOYER.address]) {
    const decoded = decodeAddress(address);
    expect(decoded && encodeAddress(decoded)).toBe(address);
    expect(decodeAddress(address.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(decoded);
  }
  expect(decodeAddress('ST000000000000000000002AMW42J')).toBeUndefined();
  expect(decodeAddress('ST')).toBeUndefined();
  expect(decodeAddress('ST00000000000000000000U2AMW42')).toBeUndefined();
});

test('behavior: a nested value takes as many steps to read as its items', async () => {
  const growths = await growthsOf(new URL('./value-growth.ts', import.meta.url));
  expect(growths.map(({ small, large }) => large / small < 1.1)).toEqual([true]);
});
