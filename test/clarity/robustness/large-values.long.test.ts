import { expect, test } from 'vitest';
import { growthsOf } from '../../steps.js';

test('four times as large takes at most in proportion', async () => {
  const growths = await growthsOf(new URL('./large-values-growth.ts', import.meta.url));
  expect(growths).toHaveLength(40);
  // A quadratic algorithm would need sixteen times as many steps.
  expect(growths.filter(({ small, large }) => large >= 5 * small + 1000)).toEqual([]);
});
