import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gather } from '#dist/cli/gather.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('default: what comes within a moment is handed on together, in order', () => {
  const taken: (readonly number[])[] = [];
  const { add } = gather<number>((items) => taken.push(items));
  add(1);
  add(2);
  expect(taken).toEqual([]);
  vi.runAllTimers();
  add(3);
  vi.runAllTimers();
  expect(taken).toEqual([[1, 2], [3]]);
});

test('behavior: nothing is handed on twice, or for nothing', () => {
  const taken: (readonly number[])[] = [];
  const { add, flush } = gather<number>((items) => taken.push(items));
  flush();
  add(1);
  flush();
  vi.runAllTimers();
  expect(taken).toEqual([[1]]);
});
