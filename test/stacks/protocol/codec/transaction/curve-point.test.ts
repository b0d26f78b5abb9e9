import { isPoint } from 'tiny-secp256k1';
import { expect, test } from 'vitest';
import { isCompressedPoint } from '#dist/stacks/protocol/codec/transaction/curve-point.js';

test('default: agrees with libsecp256k1', () => {
  for (let i = 0; i < 200; i++) {
    const key = Buffer.alloc(33, i * 37);
    key[0] = 2 + (i % 2);
    key.writeUInt32BE(i * 7919, 1);
    expect(isCompressedPoint(key)).toBe(isPoint(key));
  }
});

test('error: another prefix, length or an x beyond the field', () => {
  const generator = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
  expect(isCompressedPoint(generator)).toBe(true);
  expect(isCompressedPoint(generator.subarray(0, 32))).toBe(false);
  expect(isCompressedPoint(Buffer.concat([Buffer.of(4), generator.subarray(1)]))).toBe(false);
  expect(isCompressedPoint(Buffer.concat([Buffer.of(2), Buffer.alloc(32, 0xff)]))).toBe(false);
});
