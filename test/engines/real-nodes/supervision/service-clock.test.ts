import { expect, test } from 'vitest';
import { createServiceClock, type TimeSources } from '#dist/engines/real-nodes/supervision/service-clock.js';
import type { ThreadTimes } from '#dist/platform/node/thread-times.js';

/** What happens in a period: how long each thread ran and waited for a processor, in ms. */
type Period = { ms: number; threads?: Record<string, ThreadTimes>; ownWait?: number; load?: number };

/** Creates a clock, and lets periods pass. */
function clockAfter(...periods: Period[]) {
  let wall = 1_000;
  let ownWait = 0;
  let load = 0;
  let threads: Map<string, ThreadTimes> = new Map();
  const sources: TimeSources = { wall: () => wall, services: () => new Map(threads), ownWait: () => ownWait, load: () => load };
  const clock = createServiceClock(sources);
  for (const period of periods) {
    wall += period.ms;
    ownWait += period.ownWait ?? 0;
    load = period.load ?? 0;
    const before = threads;
    threads = new Map(
      Object.entries(period.threads ?? {}).map(([thread, { ran, waited }]) => {
        const last = before.get(thread) ?? { ran: 0, waited: 0 };
        return [thread, { ran: last.ran + ran, waited: last.waited + waited }];
      }),
    );
    clock.now();
  }
  return clock;
}

test('default: time in which the services sleep counts fully', () => {
  const clock = clockAfter({ ms: 1_000, threads: { miner: { ran: 0, waited: 0 } } }, { ms: 500, threads: {} });
  expect([clock.now(), clock.stretch(100), clock.complaint()]).toEqual([1_500, 100, undefined]);
});

test('behavior: time in which a thread waits for a processor does not count', () => {
  const clock = clockAfter({ ms: 1_000, threads: { miner: { ran: 0, waited: 600 }, relayer: { ran: 0, waited: 900 } } });
  expect(clock.now()).toBe(100);
});

test('behavior: time in which a thread computes counts a tenth', () => {
  expect(clockAfter({ ms: 1_000, threads: { miner: { ran: 1_000, waited: 0 } } }).now()).toBeCloseTo(100);
  expect(clockAfter({ ms: 1_000, threads: { miner: { ran: 500, waited: 400 } } }).now()).toBeCloseTo(150);
});

test('behavior: time in which this process waits for a processor does not count', () => {
  expect(clockAfter({ ms: 1_000, threads: { miner: { ran: 0, waited: 0 } }, ownWait: 700 }).now()).toBe(300);
});

test('behavior: it never stands still, so that every wait ends', () => {
  // A thread that changes the processor can report more than has passed.
  const clock = clockAfter({ ms: 1_000, threads: { miner: { ran: 0, waited: 1_200 } } });
  expect(clock.now()).toBe(20);
});

test('behavior: without times of the services, programs get equal parts of the machine', () => {
  expect(clockAfter({ ms: 1_000, load: 16 }, { ms: 1_000, load: 0.5 }).now()).toBe(62.5 + 1_000);
});

test('behavior: on a busy machine it converts timeouts into more of the wall clock, and says why', () => {
  const busy = { ms: 1_000, threads: { miner: { ran: 60, waited: 940 } } };
  const clock = clockAfter(...Array.from({ length: 60 }, () => busy));
  expect(clock.stretch(1_000)).toBeGreaterThan(10_000);
  expect(clock.complaint()).toBe('This machine is busy: during the last seconds the nodes waited for a processor 94 % of the time.');
});
