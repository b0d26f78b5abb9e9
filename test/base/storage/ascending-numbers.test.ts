import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AscendingNumbers } from '#dist/base/storage/ascending-numbers.js';

const LARGEST = Number.MAX_SAFE_INTEGER;
/** Differences of numbers: most are small, and some numbers repeat. */
const difference = fc.oneof(fc.nat(2), fc.nat(200), fc.nat(2 ** 24), fc.nat(2 ** 40));
type Step = { add: number[] } | { cut: number } | { removeFirst: number } | 'copy';
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ add: fc.array(difference, { maxLength: 300, size: 'max' }) }), weight: 4 },
  { arbitrary: fc.record({ cut: fc.double({ min: 0, max: 1, noNaN: true }) }), weight: 2 },
  { arbitrary: fc.record({ removeFirst: fc.double({ min: 0, max: 1, noNaN: true }) }), weight: 2 },
  fc.constant<Step>('copy'),
);

test('the list is what an array of the same numbers is, after any changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let list = new AscendingNumbers();
      let array: number[] = [];
      const originals: [AscendingNumbers, number[]][] = [];
      const isSame = (): void => {
        expect([...list]).toEqual(array);
        expect([list.length, list.last, list.at(array.length)]).toEqual([array.length, array.at(-1), undefined]);
        for (const index of [0, 1, 127, 128, 129, array.length >> 1, array.length - 1]) {
          if (index >= 0) expect(list.at(index)).toBe(array[index]);
        }
      };
      for (const each of steps) {
        if (each === 'copy') {
          originals.push([list, array.slice()]);
          list = list.copy();
        } else if ('add' in each) {
          for (const more of each.add) {
            const number = Math.min((array.at(-1) ?? 0) + more, LARGEST);
            list.push(number);
            array.push(number);
          }
        } else if ('cut' in each) {
          const from = array[Math.floor(array.length * each.cut)] ?? 0;
          list.cut(from);
          array = array.filter((number) => number < from);
        } else {
          const count = Math.floor(array.length * each.removeFirst);
          list.removeFirst(count);
          array = array.slice(count);
        }
        isSame();
      }
      // What happened to a copy changed nothing of what it was copied from.
      for (const [original, before] of originals) expect([...original]).toEqual(before);
    }),
    { numRuns: 300 },
  );
});

test('behavior: a list that was emptied begins anew', () => {
  const list = new AscendingNumbers();
  for (let number = 0; number < 300; number++) list.push(number);
  list.removeFirst(200);
  list.cut(0);
  expect([list.length, list.last, list.at(0)]).toEqual([0, undefined, undefined]);
  for (let number = 5; number < 400; number++) list.push(number);
  expect([list.length, list.at(0), list.at(300), list.last]).toEqual([395, 5, 305, 399]);
});
