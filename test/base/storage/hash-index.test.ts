import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashIndex } from '#dist/base/storage/hash-index.js';

/** Few first bits, so that many hashes share them, or a slot. */
const hash = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(1))
  .map(([low, high, rest]) => `${high.toString(16).padStart(4, '0')}${low.toString(16).padStart(4, '0')}${`${rest}`.repeat(56)}`);
const step = fc.record({
  type: fc.constantFrom('add' as const, 'delete' as const, 'copy' as const, 'other' as const),
  hash,
  place: fc.nat(5),
});

type Entry = { bits: string; place: number };

function expectPlaces(index: HashIndex, entries: readonly Entry[], hash: string): void {
  const places = entries.filter(({ bits }) => bits === hash.slice(0, 8)).map(({ place }) => place);
  expect([...index.places(hash)].sort()).toEqual(places.sort());
}

test('finds every place of a hash until it is taken back, whatever shares its slot, and so do copies', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let current: { index: HashIndex; entries: Entry[] } = { index: new HashIndex(), entries: [] };
      const all = [current];
      for (const { type, hash, place } of steps) {
        const { index, entries } = current;
        const bits = hash.slice(0, 8);
        if (type === 'add') {
          index.add(hash, place);
          entries.push({ bits, place });
        } else if (type === 'delete') {
          const at = entries.findIndex((entry) => entry.bits === bits && entry.place === place);
          index.delete(hash, place);
          if (at >= 0) entries.splice(at, 1);
        } else if (type === 'copy') {
          current = { index: index.copy(), entries: [...entries] };
          all.push(current);
        } else {
          current = all[place % all.length] ?? current;
        }
        for (const each of all) expectPlaces(each.index, each.entries, hash);
      }
    }),
  );
});

test('keeps what it has when it grows', () => {
  const index = new HashIndex();
  const hashes = Array.from({ length: 5_000 }, (_, place) => ((place * 2_654_435_761) >>> 0).toString(16).padStart(8, '0').padEnd(64, 'a'));
  for (const [place, hash] of hashes.entries()) index.add(hash, place);
  for (const [place, hash] of hashes.entries()) expect([...index.places(hash)]).toContain(place);
  for (const [place, hash] of hashes.entries()) if (place % 3 !== 0) index.delete(hash, place);
  for (const [place, hash] of hashes.entries()) expect([...index.places(hash)].includes(place)).toBe(place % 3 === 0);
});
