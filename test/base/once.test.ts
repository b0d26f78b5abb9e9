import { expect, test } from 'vitest';
import { once } from '#dist/base/once.js';

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
