import { expect, test } from 'vitest';
import { shareRuns } from '#dist/base/share-runs.js';

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
