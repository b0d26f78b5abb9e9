import { expect, test } from 'vitest';
import { epochOf } from '#dist/clarity/epoch.js';
import { isTooDeep } from '#dist/clarity/syntax/too-deep.js';

const nested = (depth: number, [open, close]: readonly [string, string]) => `${open.repeat(depth)}u1${close.repeat(depth)}`;
const LISTS = ['(', ')'] as const;
const TUPLES = ['{ a: ', '}'] as const;

test.each([
  [68, LISTS, false],
  [69, LISTS, true],
  [35, TUPLES, false],
  [36, TUPLES, true],
])('default: %i lists or tuples in each other, before epoch 3.4', (depth, brackets, tooDeep) => {
  expect(isTooDeep(nested(depth, brackets), epochOf('3.3'))).toBe(tooDeep);
});

test('behavior: brackets in strings and comments do not count, nor do other errors of the source', () => {
  expect(isTooDeep(`"${'('.repeat(100)}" ;; ${'('.repeat(100)}`, epochOf('3.3'))).toBe(false);
  expect(isTooDeep(')', epochOf('3.3'))).toBe(false);
});

test('behavior: since epoch 3.4 blocks have such deploys, which abort', () => {
  expect(isTooDeep(nested(100, LISTS), epochOf('3.4'))).toBe(false);
});
