import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatch } from '#dist/cli/batch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('default: passes on what came within 20 ms together, in order', () => {
  const passed: (readonly number[])[] = [];
  const { add } = createBatch<number>((items) => passed.push(items));
  add(1);
  add(2);
  expect(passed).toEqual([]);
  vi.runAllTimers();
  add(3);
  vi.runAllTimers();
  expect(passed).toEqual([[1, 2], [3]]);
});

test('behavior: flush passes on items at once, each once, and nothing if there are none', () => {
  const passed: (readonly number[])[] = [];
  const { add, flush } = createBatch<number>((items) => passed.push(items));
  flush();
  add(1);
  flush();
  vi.runAllTimers();
  expect(passed).toEqual([[1]]);
});
