import { expect, test } from 'vitest';
import { median, ratioOfPairs } from './statistics.js';

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
  const a = [10, 10, 10, 10, 10, 10, 10];
  const b = [8, 9, 10, 11, 12, 13, 20];
  expect(ratioOfPairs(a, b)).toEqual({ ratio: 1.1, low: 0.9, high: 1.3 });
  expect(ratioOfPairs(a, b)).toEqual(ratioOfPairs(a, b));
});

test('error: lists of different lengths are no pairs', () => {
  expect(() => ratioOfPairs([1, 2], [1])).toThrow('2 and 1 values are no pairs');
});
