import { expect, test } from 'vitest';
import { Samples } from '#dist/network/devnet/costs/samples.js';

function rangeOf(values: Iterable<number>) {
  const samples = new Samples();
  for (const value of values) samples.add(value);
  return samples.range();
}

test('default: minimum, median and maximum', () => {
  expect(rangeOf([5])).toEqual({ min: 5, median: 5, max: 5 });
  expect(rangeOf([9, 1, 5])).toEqual({ min: 1, median: 5, max: 9 });
  expect(rangeOf([4, 3, 2, 1])).toEqual({ min: 1, median: 2, max: 4 });
});

test('behavior: the median is of the last 1,000', () => {
  expect(rangeOf(Array.from({ length: 2_001 }, (_, i) => i))).toEqual({ min: 0, median: 1_500, max: 2_000 });
});
