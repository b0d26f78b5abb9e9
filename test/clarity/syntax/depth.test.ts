import { expect, test } from 'vitest';
import type { EpochName } from '#dist/clarity/epoch.js';
import { check } from '../check.js';

const lists = (depth: number) => `${'(list '.repeat(depth)}1${')'.repeat(depth)}`;
const tuples = (depth: number) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`;

/** Returns the deepest nesting that is parsed, and how deeper ones fail. */
function limitOf(make: (depth: number) => string, epoch: EpochName) {
  for (let depth = 10; ; depth++) {
    const { failure, epoch: rules } = check(make(depth), { epoch, version: 2 });
    if (failure?.name.includes('StackDepth')) return [depth - 1, failure.name, failure.message, failure.rejectsIn(rules)];
  }
}

test('lists and tuples are nested up to a limit; what is deeper aborts from epoch 3.4 on, and is invalid before', () => {
  const text = 'AST has too deep of an expression nesting. The maximum stack depth is';
  expect(limitOf(lists, '3.3')).toEqual([68, 'ExpressionStackDepthTooDeep', `${text} 64`, true]);
  expect(limitOf(lists, '3.4')).toEqual([132, 'ExpressionStackDepthTooDeep', `${text} 128`, false]);
  expect(limitOf(tuples, '3.3')).toEqual([35, 'ExpressionStackDepthTooDeep', `${text} 64`, true]);
  expect(limitOf(tuples, '4.0')).toEqual([67, 'ExpressionStackDepthTooDeep', `${text} 128`, false]);
});

test('an empty tuple counts like a list', () => {
  const empty = (depth: number) => `${'(list '.repeat(depth - 1)}{}${')'.repeat(depth - 1)}`;
  expect(limitOf(empty, '4.0').slice(0, 2)).toEqual([132, 'VaryExpressionStackDepthTooDeep']);
});

test('a hundred thousand brackets need no stack', () => {
  for (const open of ['(', '{', '{a: ', '(begin ', '(let ((a ']) {
    expect(check(open.repeat(100_000)).failure?.name).toBe('ExpressionStackDepthTooDeep');
  }
});
