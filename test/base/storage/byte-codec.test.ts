import { expect, test } from 'vitest';
import { ByteReader } from '#dist/base/storage/byte-reader.js';
import { ByteWriter } from '#dist/base/storage/byte-writer.js';

const NUMBERS = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
const AMOUNTS = [0n, 1n, 255n, 256n, 2n ** 32n, 2n ** 48n - 1n, 2n ** 48n, 2n ** 64n + 7n, 2n ** 128n - 1n];

test('default: each field is read as it was written', () => {
  const writer = new ByteWriter();
  writer.list(NUMBERS, (number) => writer.number(number));
  writer.list(AMOUNTS, (amount) => writer.amount(amount));
  for (const flag of [true, false]) writer.flag(flag);
  writer.double(-0.1);
  writer.text('naïve 😀');
  writer.bytes(Uint8Array.of(1, 2, 3));
  writer.raw(Uint8Array.of(9, 8));
  writer.hash('ab'.repeat(32));
  writer.optional(undefined, () => writer.text('never'));
  writer.optional(5, (value) => writer.number(value));
  // More than fits into the first buffer.
  writer.bytes(Buffer.alloc(200_000, 7));

  const reader = new ByteReader(writer.finish());
  expect(reader.list(() => reader.number())).toEqual(NUMBERS);
  expect(reader.list(() => reader.amount())).toEqual(AMOUNTS);
  expect([reader.flag(), reader.flag()]).toEqual([true, false]);
  expect(reader.double()).toBe(-0.1);
  expect(reader.text()).toBe('naïve 😀');
  expect([...reader.bytes()]).toEqual([1, 2, 3]);
  expect([...reader.raw(2)]).toEqual([9, 8]);
  expect(reader.hash()).toBe('ab'.repeat(32));
  expect(reader.optional(() => reader.number())).toBeUndefined();
  expect(reader.optional(() => reader.number())).toBe(5);
  expect(reader.bytes().every((byte) => byte === 7)).toBe(true);
  expect(reader.remaining).toBe(0);
});

test('error: bytes that end too early, and a number that is too large', () => {
  expect(() => new ByteReader(Uint8Array.of(5, 1)).bytes()).toThrow(RangeError);
  expect(() => new ByteReader(Uint8Array.of(0x80)).number()).toThrow(RangeError);
  expect(() => new ByteReader(Buffer.alloc(9, 0xff)).number()).toThrow('a number above 9007199254740991');
});
