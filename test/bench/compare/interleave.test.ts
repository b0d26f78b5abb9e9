import { expect, test } from 'vitest';
import { interleave } from './interleave.js';

test('default: subjects come by turns, A B B A', async () => {
  const visits: string[] = [];
  const subject = (name: string) => ({
    name,
    visit: async () => new Map([['figure', visits.push(name)]]),
  });
  expect(await interleave(subject('A'), subject('B'), 3)).toEqual([{ name: 'figure', a: [1, 4, 5], b: [2, 3, 6] }]);
  expect(visits.join(' ')).toBe('A B B A A B');
});

test('behavior: a figure that one subject does not have is left out', async () => {
  const a = { name: 'A', visit: async () => new Map([['both', 1]]) };
  const b = {
    name: 'B',
    visit: async () =>
      new Map([
        ['both', 2],
        ['only B', 3],
      ]),
  };
  expect(await interleave(a, b, 1)).toEqual([{ name: 'both', a: [1], b: [2] }]);
  expect(await interleave(b, a, 1)).toEqual([{ name: 'both', a: [2], b: [1] }]);
});
