import { expect, onTestFinished, test, vi } from 'vitest';
import { atOnce, createEntrance, createTurnQueue, inTurns } from '#dist/base/turns.js';
import { uptimeMs } from '#dist/base/uptime.js';

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

test('behavior: requests that come at once begin in their order, and others get their turn between them', async () => {
  const enter = createEntrance();
  const order: string[] = [];
  const request = async (name: string): Promise<void> => {
    const free = enter();
    if (free !== undefined) await free;
    order.push(name);
    work(4);
  };
  const all = Promise.all(Array.from({ length: 8 }, (_, index) => request(`${index}`)));
  // What fits into a few milliseconds does not wait.
  expect(order.length).toBeLessThan(3);
  setImmediate(() => {
    order.push('other');
    // It does not pass those that wait.
    void request('late');
  });
  await all;
  await expect.poll(() => order).toContain('late');
  expect(order.filter((name) => name !== 'other')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'late']);
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('7'));
  // When nobody waits, it is free at once.
  await expect.poll(enter).toBeUndefined();
});

test('behavior: short requests that wait begin in the same turn, so that their transactions share a block', async () => {
  // A clock that only the work moves, so that a busy machine starts no other turn.
  let seconds = 0;
  const clock = vi.spyOn(process, 'uptime').mockImplementation(() => seconds);
  onTestFinished(() => clock.mockRestore());
  const enter = createEntrance();
  let begun = 0;
  const request = async (ms: number): Promise<void> => {
    const free = enter();
    if (free !== undefined) await free;
    begun++;
    seconds += ms / 1000;
  };
  // The first one takes the whole turn.
  const all = Promise.all([request(6), ...Array.from({ length: 20 }, () => request(0))]);
  expect(begun).toBe(1);
  const seen: number[] = [];
  const look = (): void => {
    seen.push(begun);
    if (begun < 21) setImmediate(look);
  };
  setImmediate(look);
  await all;
  await expect.poll(() => seen.at(-1)).toBe(21);
  expect(seen.length).toBeLessThanOrEqual(3);
});
