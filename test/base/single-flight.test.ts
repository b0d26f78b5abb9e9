import { expect, test } from 'vitest';
import { createSingleFlight } from '#dist/base/single-flight.js';

test('default: callers during a run share it, later callers start another', async () => {
  let runs = 0;
  const flight = createSingleFlight(async () => ++runs);
  expect(flight.running()).toBe(false);
  const first = Promise.all([flight.run(), flight.run()]);
  expect(flight.running()).toBe(true);
  expect(await first).toEqual([1, 1]);
  expect(flight.running()).toBe(false);
  expect(await flight.run()).toBe(2);
});

test('error: a failure is shared too, and ends the run', async () => {
  let runs = 0;
  const flight = createSingleFlight(async () => {
    if (++runs === 1) throw new Error('the first run');
    return runs;
  });
  expect((await Promise.allSettled([flight.run(), flight.run()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(flight.running()).toBe(false);
  expect(await flight.run()).toBe(2);
});
