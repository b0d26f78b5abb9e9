import { expect, test } from 'vitest';
import { mapInTurns } from '#dist/base/turns.js';

/** Counts how often others get their turn while a task runs. */
async function turnsDuring<T>(task: Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise(setImmediate);
  })();
  const result = await task;
  isDone = true;
  await others;
  return { turns, result };
}

test('default: a list is converted in its order, and others get their turn', async () => {
  const convert = (item: number): number => {
    for (const begun = performance.now(); performance.now() - begun < 10; );
    return 2 * item;
  };
  const { turns, result } = await turnsDuring(mapInTurns([1, 2, 3, 4, 5], convert));
  expect(result).toEqual([2, 4, 6, 8, 10]);
  expect(turns).toBeGreaterThanOrEqual(4);
});
