import { expect, test } from 'vitest';
import { runestoneOf } from '#dist/bitcoin/protocol/ordinals/runestone.js';

const PAYMENT = Uint8Array.of(0, 20, ...new Array(20).fill(1));
const CENOTAPH = { isCenotaph: true, edicts: [] };
const U128 = (1n << 128n) - 1n;

function leb128(number: number | bigint): number[] {
  let rest = BigInt(number);
  const bytes: number[] = [];
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

/** OP_RETURN OP_13 and one push. */
function script(bytes: number[]): Uint8Array {
  return Uint8Array.of(0x6a, 0x5d, ...(bytes.length < 0x4c ? [bytes.length] : [0x4c, bytes.length]), ...bytes);
}

/** The runestone of numbers, in a transaction with one more output. */
function read(...numbers: (number | bigint)[]) {
  return runestoneOf([script(numbers.flatMap(leb128)), PAYMENT]);
}

test('default: an etching with terms', () => {
  // EXAMPLE•RUNE
  const rune = [...'EXAMPLERUNE'].reduce((value, letter) => value * 26n + BigInt(letter.charCodeAt(0) - 64), 0n) - 1n;
  expect(read(2, 7, 4, rune, 1, 2, 3, 64, 5, 0x1f600, 6, 1_000, 10, 50, 8, 20, 12, 100, 14, 200, 16, 1, 18, 9, 22, 1)).toEqual({
    isCenotaph: false,
    etching: {
      name: 'EXAMPLE•RUNE',
      symbol: '😀',
      divisibility: 2,
      premine: 1_000n,
      terms: { amount: 50n, cap: 20n, height: [100n, 200n], offset: [1n, 9n] },
      turbo: true,
    },
    edicts: [],
    pointer: 1,
  });
});

test.each([
  [0n, 'A'],
  [25n, 'Z'],
  [26n, 'AA'],
  [U128, 'BCGDENLQRQWDSLRUGSNLBTMFIJAV'],
])('behavior: the rune %d is %s', (rune, name) => {
  expect(read(2, 1, 4, rune)).toMatchObject({ isCenotaph: false, etching: { name } });
});

test('behavior: a mint, and edicts whose ids are differences', () => {
  expect(read(20, 840_000, 20, 3, 0, 5, 2, 10, 0, 0, 3, 11, 1, 4, 1, 12, 2)).toEqual({
    isCenotaph: false,
    mint: { block: 840_000n, tx: 3n },
    edicts: [
      { id: { block: 5n, tx: 2n }, amount: 10n, output: 0 },
      { id: { block: 5n, tx: 5n }, amount: 11n, output: 1 },
      { id: { block: 9n, tx: 1n }, amount: 12n, output: 2 },
    ],
  });
});

test('behavior: several pushes are one message, and other outputs are none', () => {
  const bytes = [...leb128(20), ...leb128(7), ...leb128(20), ...leb128(1)];
  const pushes = Uint8Array.of(0x6a, 0x5d, 1, bytes[0] ?? 0, 0, 3, ...bytes.slice(1));
  expect(runestoneOf([PAYMENT, Uint8Array.of(0x6a, 1, 0x5d), pushes])).toMatchObject({ mint: { block: 7n, tx: 1n } });
  expect(runestoneOf([PAYMENT, Uint8Array.of(0x6a), new Uint8Array()])).toBeUndefined();
});

test('behavior: unknown odd tags and values that are too large for their tags are ignored', () => {
  expect(read(2, 1, 1, 39, 3, 0x800_0000, 5, 0xd800, 5, 65, 127, 1, 99, 5)).toEqual({
    isCenotaph: false,
    etching: { divisibility: 0, premine: 0n, turbo: false },
    edicts: [],
  });
});

test.each([
  ['a tag without a value', [20, 1, 20]],
  ['an unknown even tag', [126, 0]],
  ['an unknown flag', [2, 9]],
  ['terms without an etching', [2, 2]],
  ['half a mint', [20, 1]],
  ['a mint in block 0', [20, 0, 20, 1]],
  ['a transaction of more than 32 bits', [20, 1, 20, 0x1_0000_0000]],
  ['a pointer behind the outputs', [22, 2]],
  ['three numbers of an edict', [0, 1, 1, 1]],
  ['an edict to no output', [0, 1, 1, 1, 3]],
  ['an edict of block 0', [0, 0, 1, 1, 1]],
  ['a supply of more than 128 bits', [2, 3, 6, U128, 8, 1, 10, 1]],
] as [string, (number | bigint)[]][])('error: %s', (_, numbers) => {
  expect(read(...numbers)).toMatchObject({ isCenotaph: true, edicts: [] });
});

test.each([
  ['an opcode', [0x6a, 0x5d, 0x51]],
  ['a push that is cut off', [0x6a, 0x5d, 2, 20]],
  ['a number without its end', [0x6a, 0x5d, 1, 0x80]],
  ['a number of more than 128 bits', [0x6a, 0x5d, 19, ...new Array(18).fill(0xff), 4]],
  ['a number of 20 bytes', [0x6a, 0x5d, 20, ...new Array(19).fill(0x80), 0]],
])('error: %s', (_, bytes) => {
  expect(runestoneOf([Uint8Array.from(bytes)])).toEqual(CENOTAPH);
});

test('behavior: a tag that comes half a million times takes no time for each of its earlier values', () => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(1_000_000);
  const fields = Buffer.alloc(1_000_000, Uint8Array.of(127, 0));
  expect(runestoneOf([Buffer.concat([Uint8Array.of(0x6a, 0x5d, 0x4e), length, fields])])).toEqual({ isCenotaph: false, edicts: [] });
});
