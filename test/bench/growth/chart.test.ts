import { expect, test } from 'vitest';
import { growthChart, niceMaximum } from './chart.js';

test.for([
  [0.8, 1],
  [1, 1],
  [1.1, 2],
  [4.2, 5],
  [7, 10],
  [130, 200],
])('the axis of a highest value of %d ends at %d', ([value, top]) => {
  expect(niceMaximum(value ?? 0)).toBe(top);
});

test('default: a line for each kind of growth in each panel, on one scale', () => {
  const point = (count: number, value: number) => ({
    ...{ count, confirmMs: value, restoreMs: value, memoryMiB: value },
    ...{ listMs: 0, startMs: 0, stateMiB: 0 },
  });
  const svg = growthChart({
    curves: [
      { of: 'transactions', points: [point(0, 5), point(1_000, 10)] },
      { of: 'blocks', points: [point(0, 0), point(1_000, 5)] },
    ],
  });
  expect([...svg.matchAll(/points="([^"]*)"/g)].map(([, points]) => points)).toEqual([
    ...['0,85 240,0', '0,170 240,85'],
    ...['0,85 240,0', '0,170 240,85'],
    ...['0,85 240,0', '0,170 240,85'],
  ]);
  expect(svg).toContain('>1,000</text>');
});
