import { expect, test } from 'vitest';
import { longestWaits, most, poolDayChart } from './chart.js';
import { HOUR } from './day.js';

const day = {
  waits: [
    { at: 0, ms: 1_000 },
    { at: 1, ms: 3_000 },
    { at: HOUR, ms: 2_000 },
  ],
  networks: [
    { at: 0, count: 2 },
    { at: HOUR, count: 4 },
    { at: HOUR + 1, count: 1 },
  ],
  networkMs: 0,
};

test('default: the longest wait and the most networks of each half hour', () => {
  expect(longestWaits(day).slice(0, 4)).toEqual([3, 0, 2, 0]);
  expect(most(day).slice(0, 4)).toEqual([2, 2, 4, 1]);
});

test('default: a line for each day in two panels', () => {
  const svg = poolDayChart([{ title: 'a', lines: [{ name: '1 spare', day }] }]);
  expect(svg.match(/<polyline points="2.6,/g)).toHaveLength(2);
  expect(svg).toContain('>a: longest wait, s</text>');
  expect(svg).toContain('>1 spare</text>');
});
