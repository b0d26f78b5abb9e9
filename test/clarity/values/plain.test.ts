import { Cl, serializeCV } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { parseValueHex, plainValue } from '#dist/clarity/values.js';

const ADDRESS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

test.each([
  [Cl.int(-(2n ** 127n)), '-170141183460469231731687303715884105728'],
  [Cl.uint(7), '7'],
  [Cl.bool(true), true],
  [Cl.buffer(new Uint8Array([0, 255])), '0x00ff'],
  [Cl.stringAscii('a"b'), 'a"b'],
  [Cl.stringUtf8('é🚀'), 'é🚀'],
  [Cl.principal(`${ADDRESS}.probe`), `${ADDRESS}.probe`],
  [Cl.none(), null],
  [Cl.some(Cl.uint(1)), '1'],
  [Cl.ok(Cl.none()), { ok: null }],
  [Cl.error(Cl.uint(1)), { err: '1' }],
  [Cl.list([Cl.uint(1), Cl.uint(2)]), ['1', '2']],
  [Cl.tuple({ b: Cl.list([]), a: Cl.some(Cl.tuple({ c: Cl.bool(false) })) }), { a: { c: false }, b: [] }],
] as const)('default: %o is JSON', (value, plain) => {
  const parsed = parseValueHex(serializeCV(value));
  expect(parsed && plainValue(parsed)).toEqual(plain);
});
