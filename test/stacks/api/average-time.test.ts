import { expect, test } from 'vitest';
import { averageTime, MONTH } from '#dist/stacks/api/average-time.js';

const NOW = 1_800_000_000.9;
const HOUR = 3_600;
const at = (...ages: number[]) => ages.map((age) => ({ time: Math.floor(NOW) - age }) as Parameters<typeof averageTime>[0][number]);

test('default: the mean of the times since the parents, with two digits after the point', () => {
  expect(averageTime(at(30, 20, 9, 1), NOW, HOUR)).toBe(9.67);
});

test('behavior: the parent of the first block may be older than the time that is asked for, but not than a month', () => {
  expect(averageTime(at(HOUR + 400, HOUR - 100, HOUR - 200), NOW, HOUR)).toBe(300);
  expect(averageTime(at(MONTH + 1, 100, 50), NOW, MONTH)).toBe(50);
  expect(averageTime(at(MONTH + 1, 100), NOW, HOUR)).toBe(0);
});

test('behavior: 0 without a block that has a parent', () => {
  expect([averageTime([], NOW, HOUR), averageTime(at(10), NOW, HOUR), averageTime(at(HOUR + 9, HOUR + 5), NOW, HOUR)]).toEqual([0, 0, 0]);
});
