import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LimitedMap } from '#dist/base/limited-map.js';

const key = fc.nat(9);
const step = fc.oneof(
  fc.record({ type: fc.constant('set' as const), key, value: fc.nat(99) }),
  fc.record({ type: fc.constant('delete' as const), key }),
  fc.record({ type: fc.constant('clear' as const) }),
);

test('default: a map of the entries that were set last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 100 }), (limit, steps) => {
      const map = new LimitedMap<number, number>(limit);
      let expected: [key: number, value: number][] = [];
      for (const step of steps) {
        if (step.type === 'clear') {
          map.clear();
          expected = [];
          continue;
        }
        expected = expected.filter(([key]) => key !== step.key);
        if (step.type === 'delete') map.delete(step.key);
        else {
          map.set(step.key, step.value);
          expected = [...expected, [step.key, step.value] as [number, number]].slice(-limit);
        }
        const known = new Map(expected);
        expect([map.size, map.oldest]).toEqual([known.size, expected[0]?.[0]]);
        for (let key = 0; key < 10; key++) expect([map.has(key), map.get(key)]).toEqual([known.has(key), known.get(key)]);
      }
    }),
  );
});

test('behavior: a full map takes entries as quickly as an empty one', () => {
  const limit = 200_000;
  const map = new LimitedMap<number, undefined>(limit);
  let next = 0;
  const timeOf = (count: number): number => {
    const start = process.cpuUsage();
    for (let i = 0; i < count; i++) map.set(next++, undefined);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const filling = timeOf(limit);
  // By walking over deleted keys, this takes several hundred times as long.
  expect(timeOf(limit)).toBeLessThan(30 * filling);
});
