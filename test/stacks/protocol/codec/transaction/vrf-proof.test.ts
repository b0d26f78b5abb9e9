import { expect, test } from 'vitest';
import { isVrfProof } from '#dist/stacks/protocol/codec/transaction/vrf-proof.js';

const BASE_POINT = `58${'66'.repeat(31)}`;
const proof = (point: string, c = '00'.repeat(16), s = '00'.repeat(32)) => Buffer.from(point + c + s, 'hex');

test('default: a point of the curve and two scalars', () => {
  expect(isVrfProof(proof(BASE_POINT, 'ff'.repeat(16), `${'ff'.repeat(31)}0f`))).toBe(true);
  // the same point with the other x
  expect(isVrfProof(proof(`58${'66'.repeat(30)}e6`))).toBe(true);
});

test.each([
  ['the neutral element', `01${'00'.repeat(31)}`],
  ['of order 2', `ec${'ff'.repeat(30)}7f`],
  ['of order 4', '00'.repeat(32)],
  ['of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ['no point', `02${'00'.repeat(31)}`],
])('error: a point %s', (_what, point) => {
  expect(isVrfProof(proof(point))).toBe(false);
});

test('error: a scalar above the order of the base point', () => {
  expect(isVrfProof(proof(BASE_POINT, undefined, 'ff'.repeat(32)))).toBe(false);
});
