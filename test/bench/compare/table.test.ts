import { expect, test } from 'vitest';
import { toRows } from './compare.js';
import { comparisonTable, markdown } from './table.js';

test('default: medians, the ratio with its interval, and starts as ratios to an empty Node program', () => {
  const rows = toRows([
    { name: 'confirm', a: [4, 4, 4], b: [2, 2, 2] },
    { name: 'waiting', a: [200, 200], b: [420, 420] },
    { name: 'warm', a: [500, 500, 500], b: [250, 250, 250] },
    { name: 'empty', a: [50, 49, 51], b: [50, 52, 48] },
  ]);
  expect(markdown(comparisonTable({ a: 'A', b: 'B', rows }))).toBe('');
});
