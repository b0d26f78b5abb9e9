import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentMap } from '#dist/base/storage/recent-map.js';

const key = fc.nat(9).map(String);
const step = fc.oneof(
  fc.record({ type: fc.constant('set' as const), key, value: fc.nat(99) }),
  fc.record({ type: fc.constant('delete' as const), key }),
  fc.record({ type: fc.constant('copy' as const) }),
);

test('default: a map, and its copies stay as they were', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const map = new RecentMap<number>(1_000);
      const expected = new Map<string, number>();
      const copies: { copy: RecentMap<number>; kept: Map<string, number> }[] = [];
      for (const step of steps) {
        if (step.type === 'set') {
          map.set(step.key, step.value);
          expected.set(step.key, step.value);
        } else if (step.type === 'delete') {
          map.delete(step.key);
          expected.delete(step.key);
        } else {
          copies.push({ copy: map.copy(), kept: new Map(expected) });
        }
      }
      for (const { copy, kept } of [...copies, { copy: map, kept: expected }]) {
        expect(new Map(copy.entries())).toEqual(kept);
        for (let key = 0; key < 10; key++) expect(copy.get(String(key))).toBe(kept.get(String(key)));
      }
    }),
  );
});

test('behavior: a copy can change without the original', () => {
  const map = new RecentMap<string>(100);
  map.set('a', 'first');
  const copy = map.copy();
  copy.set('a', 'second');
  copy.delete('b');
  expect([map.get('a'), copy.get('a')]).toEqual(['first', 'second']);
});

test.for([1, 7, 1_000])('behavior: at least the last entries stay, and a quarter more, with a copy after each %d', (each) => {
  const map = new RecentMap<number>(100);
  for (let value = 1; value <= 1_000; value++) {
    map.set(String(value), value);
    if (value % each === 0) map.copy();
    const kept = map.entries().map(([, kept]) => kept);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => value - kept.length + 1 + index));
    expect(kept.length).toBeGreaterThanOrEqual(Math.min(value, 100));
    expect(kept.length).toBeLessThanOrEqual(125);
  }
});

test('behavior: without a limit all entries stay, and deleted ones leave nothing', () => {
  const map = new RecentMap<number>(Number.POSITIVE_INFINITY);
  for (let value = 0; value < 1_000; value++) {
    map.set(String(value), value);
    if (value % 100 === 0) map.copy();
    if (value % 2 === 0) map.delete(String(value));
  }
  expect(map.entries()).toHaveLength(500);
  expect(map.get('999')).toBe(999);
  expect(map.get('998')).toBeUndefined();
});
