import { expect, test } from 'vitest';
import { addressOf, rlp } from './ethereum.js';

test('default: RLP of short, single-byte and long strings', () => {
  expect(Buffer.from(rlp([Buffer.from('cat'), Uint8Array.of(1), new Uint8Array()])).toString('hex')).toBe('c6836361740180');
  expect(Buffer.from(rlp([new Uint8Array(60).fill(7)])).toString('hex')).toBe(`f83eb83c${'07'.repeat(60)}`);
});

test('default: the address of the private key 1', () => {
  expect(addressOf('1'.padStart(64, '0'))).toBe('0x7e5f4552091a69125d5dfcb7b8c2659029395bdf');
});
