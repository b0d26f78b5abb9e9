import { describe, expect, test } from 'vitest';
import { createSingleFlight, once, shareRuns } from '#dist/base/async.js';

describe('once', () => {
  test('default: one run for all, also for who asks later', async () => {
    let runs = 0;
    const count = once(async () => ++runs);
    expect(await Promise.all([count(), count()])).toEqual([1, 1]);
    expect(await count()).toBe(1);
  });

  test('behavior: a failure is everybody’s who waited, and the next call runs anew', async () => {
    let runs = 0;
    const count = once(async () => {
      if (++runs === 1) throw new Error('the first run');
      return runs;
    });
    expect(await Promise.allSettled([count(), count()])).toEqual(
      Array.from({ length: 2 }, () => ({ status: 'rejected', reason: new Error('the first run') })),
    );
    expect([await count(), await count()]).toEqual([2, 2]);
  });
});

describe('createSingleFlight', () => {
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
});

describe('shareRuns', () => {
  test('behavior: a call at any moment of a run, its end or after it gets a run that began later, alone', async () => {
    for (let turns = 0; turns < 10; turns++) {
      let [running, most, begun] = [0, 0, 0];
      const run = shareRuns(async () => {
        begun++;
        most = Math.max(most, ++running);
        await undefined;
        running--;
        return begun;
      });
      const early = [run(), run()];
      for (let turn = 0; turn < turns; turn++) await undefined;
      const before = begun;
      expect(await run()).toBeGreaterThan(before);
      await Promise.all(early);
      expect(most, `a call after ${turns} turns`).toBe(1);
    }
  });

  test('behavior: a run that fails does not fail the next one', async () => {
    let count = 0;
    const run = shareRuns(async () => {
      if (++count === 1) throw new Error('first');
      return count;
    });
    const [first, second, third] = [run(), run(), run()];
    await expect(first).rejects.toThrow('first');
    expect(await Promise.all([second, third])).toEqual([2, 2]);
  });
});
