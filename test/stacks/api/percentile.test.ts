import { describe, expect, test } from 'vitest';
import { percentile, roundHalfEven } from '#dist/stacks/api/percentile.js';

describe('percentile', () => {
  test.each([
    [[410, 650], 0.25, 470],
    [[990, 2600], 0.5, 1795],
    [[410, 650, 990, 2600, 8000], 0.95, 6920],
    [[7], 0.75, 7],
  ])('%j at %d is %d', (sorted, share, expected) => {
    expect(percentile(sorted, share)).toBeCloseTo(expected, 9);
  });
});

describe('roundHalfEven', () => {
  test.each([
    [1392.5, 1392],
    [2197.5, 2198],
    [2.4, 2],
    [2.6, 3],
    [3, 3],
  ])('%d is %d', (value, expected) => {
    expect(roundHalfEven(value)).toBe(expected);
  });
});
