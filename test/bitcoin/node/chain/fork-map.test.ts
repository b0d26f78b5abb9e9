import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ForkMap } from '#dist/bitcoin/node/chain/fork-map.js';

/** Few keys, some with the same beginning, so that branches split and join. */
const key = fc.nat(60).map((n) => (n % 3 === 0 ? `common-beginning-${n}` : `${n}`.repeat(4)));
const operation = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key, value: fc.nat(1000) }),
  fc.record({ do: fc.constant('delete' as const), key }),
  fc.record({ do: fc.constant('fork' as const), use: fc.boolean() }),
);

function sorted<V>(map: Iterable<[string, V]>): [string, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

test('behavior: does what a Map does, and forks never see each other', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 120 }), (operations) => {
      let map = new ForkMap<number>();
      let model = new Map<string, number>();
      const others: [ForkMap<number>, Map<string, number>][] = [];
      for (const step of operations) {
        if (step.do === 'set') {
          map.set(step.key, step.value);
          model.set(step.key, step.value);
        } else if (step.do === 'delete') {
          expect(map.delete(step.key)).toBe(model.delete(step.key));
        } else {
          const fork = map.fork();
          others.push(step.use ? [map, model] : [fork, new Map(model)]);
          if (step.use) {
            map = fork;
            model = new Map(model);
          }
        }
        expect(map.size).toBe(model.size);
      }
      for (const [one, other] of [...others, [map, model] as const]) {
        expect(sorted(one.entries())).toEqual(sorted(other));
        for (const [name, value] of other) expect(one.get(name)).toBe(value);
      }
    }),
  );
});

test('behavior: the order of iteration does not depend on history', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { minLength: 1 }), fc.uniqueArray(key), (keys, removed) => {
      const one = new ForkMap<null>();
      for (const name of [...keys, ...removed]) one.set(name, null);
      for (const name of removed) if (!keys.includes(name)) one.delete(name);
      const two = new ForkMap<null>();
      for (const name of keys.toReversed()) two.set(name, null);
      expect([...one.entries()]).toEqual([...two.entries()]);
    }),
  );
});

test('behavior: keys with the same hash', () => {
  // Only the first 8 and the last 5 characters are hashed.
  const names = ['A', 'B', 'C'].map((middle) => `same-beginning-${middle}-same-end`);
  const map = new ForkMap<string>();
  for (const name of names) map.set(name, name);
  const fork = map.fork();
  expect(map.delete(names[1]!)).toBe(true);
  map.set(names[2]!, 'changed');
  expect(sorted(map.entries())).toEqual([
    [names[0], names[0]],
    [names[2], 'changed'],
  ]);
  expect(sorted(fork.entries())).toEqual(names.map((name) => [name, name]));
  expect([map.size, fork.size, map.has('same-beginning-D-same-end')]).toEqual([2, 3, false]);
});
