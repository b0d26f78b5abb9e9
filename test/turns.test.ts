import { expect, test } from 'vitest';
import { atOnce, createTurnQueue, inTurns } from '#dist/turns.js';
import { uptimeMs } from '#dist/uptime.js';

/** Works for some milliseconds. */
function work(ms: number): void {
  for (const end = uptimeMs() + ms; uptimeMs() < end; );
}

test('default: tasks of a queue run in their order, each once; others get their turn after a few milliseconds', async () => {
  const queue = createTurnQueue();
  const order: string[] = [];
  const tasks = Array.from({ length: 20 }, (_, index) => () => {
    work(1);
    order.push(`${index}`);
  });
  queue(() => {
    for (const task of [...tasks, ...tasks]) queue(task);
    setImmediate(() => order.push('other'));
    work(10);
  });
  await expect.poll(() => order.length).toBe(21);
  expect(order.filter((name) => name !== 'other')).toEqual(tasks.map((_, index) => `${index}`));
  expect(order.at(-1)).not.toBe('other');
  // An empty queue calls at once.
  queue(() => order.push('later'));
  expect(order.at(-1)).toBe('later');
});

test('behavior: the same steps at once and in turns', async () => {
  function* steps(): Generator<void, string> {
    for (let left = 5; left > 0; left--) {
      work(3);
      yield;
    }
    return 'done';
  }
  expect(atOnce(steps())).toBe('done');
  let others = 0;
  const timer = setInterval(() => others++, 1);
  expect(await inTurns(steps())).toBe('done');
  clearInterval(timer);
  expect(others).toBeGreaterThan(0);
});
