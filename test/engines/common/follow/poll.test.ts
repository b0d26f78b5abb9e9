import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createPoll } from '#dist/engines/common/follow/poll.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('default: a round, a pause, the next round, until it is stopped', async () => {
  let rounds = 0;
  const poll = createPoll({ round: async () => void rounds++, pause: () => 10 });
  poll.start();
  await vi.advanceTimersByTimeAsync(25);
  expect(rounds).toBe(3);
  await poll.stop();
  await vi.advanceTimersByTimeAsync(25);
  expect(rounds).toBe(3);
});

test('behavior: a second start changes nothing', async () => {
  let rounds = 0;
  const poll = createPoll({ round: async () => void rounds++, pause: () => 10 });
  poll.start();
  poll.start();
  await vi.advanceTimersByTimeAsync(25);
  expect(rounds).toBe(3);
  await poll.stop();
  await vi.advanceTimersByTimeAsync(25);
  expect(rounds).toBe(3);
});

test('behavior: a start during the last round of a stop runs one loop', async () => {
  let rounds = 0;
  const poll = createPoll({
    async round() {
      rounds++;
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
    pause: () => 10,
  });
  poll.start();
  await vi.advanceTimersByTimeAsync(1);
  const stopped = poll.stop();
  poll.start();
  await vi.advanceTimersByTimeAsync(5);
  await stopped;
  rounds = 0;
  await vi.advanceTimersByTimeAsync(30);
  expect(rounds).toBeLessThanOrEqual(2);
  const last = poll.stop();
  await vi.advanceTimersByTimeAsync(5);
  await last;
});

test('behavior: a round on request reports its success, too', async () => {
  let reported = 0;
  const poll = createPoll({ round: async () => undefined, onRound: () => void reported++, pause: () => 10 });
  await poll.now();
  expect(reported).toBe(1);
});

test('error: a failed round is reported, and the next one runs after the pause', async () => {
  const failures: unknown[] = [];
  const failure = new DevnetError('TIMEOUT', 'the node is busy');
  let rounds = 0;
  const poll = createPoll({
    async round() {
      if (++rounds === 1) throw failure;
    },
    onFailure: (error) => failures.push(error),
    pause: () => 10,
  });
  poll.start();
  await vi.advanceTimersByTimeAsync(15);
  expect([rounds, failures]).toEqual([2, [failure]]);
  await poll.stop();
});

test('behavior: a poll that was stopped starts again', async () => {
  let rounds = 0;
  const poll = createPoll({ round: async () => void rounds++, pause: () => 10 });
  poll.start();
  await vi.advanceTimersByTimeAsync(5);
  await poll.stop();
  poll.start();
  await vi.advanceTimersByTimeAsync(5);
  expect(rounds).toBe(2);
  await poll.stop();
});

test('behavior: the pause depends on the duration of the round', async () => {
  const pauses: number[] = [];
  const poll = createPoll({
    round: () => new Promise((resolve) => setTimeout(resolve, 7)),
    pause(tookMs) {
      pauses.push(tookMs);
      return 2 * tookMs;
    },
  });
  poll.start();
  await vi.advanceTimersByTimeAsync(7 + 14 + 7);
  expect(pauses).toEqual([7, 7]);
  await poll.stop();
});

test('behavior: a task runs between two rounds, and a stop waits for it', async () => {
  const order: string[] = [];
  const step = (name: string) => async (): Promise<void> => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`${name} ends`);
  };
  const poll = createPoll({ round: step('round'), pause: () => 10 });
  const rounds = [poll.now(), poll.between(step('task')), poll.now()];
  const stopped = poll.stop().then(() => order.push('stopped'));
  await vi.advanceTimersByTimeAsync(15);
  await Promise.all([...rounds, stopped]);
  expect(order).toEqual([...['round', 'task', 'round'].flatMap((name) => [`${name} begins`, `${name} ends`]), 'stopped']);
});
