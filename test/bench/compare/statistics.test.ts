import { expect, test } from 'vitest';
import { generator, median, ratioOfPairs } from './statistics.js';

test('default: the median of an odd and of an even number of values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 3])).toBe(4);
});

test('default: the ratio is that of pairs, so a slow moment of the machine does not count', () => {
  const a = [100, 110, 400, 105, 100];
  expect(
    ratioOfPairs(
      a,
      a.map((value) => value * 1.2),
    ),
  ).toEqual({ ratio: 1.2, low: 1.2, high: 1.2 });
});

test('behavior: the interval contains the ratio, and is the same each time', () => {
  const a = [10, 11, 10, 12, 10, 11];
  const b = [11, 10, 12, 11, 13, 10];
  expect(ratioOfPairs(a, b)).toEqual(ratioOfPairs(a, b));
});

test('behavior: the generator is uniform enough for a bootstrap', () => {
  const random = generator(1);
  const counts = new Array<number>(10).fill(0);
  for (let drawn = 0; drawn < 10_000; drawn++) counts[Math.floor(random() * 10)]!++;
  expect(counts).toEqual([]);
});

test('error: lists of different lengths are no pairs', () => {
  expect(() => ratioOfPairs([1, 2], [1])).toThrow('2 and 1 values are no pairs');
});
