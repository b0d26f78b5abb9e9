import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashIndex } from '#dist/base/storage/hash-index.js';

/** Few first bits, so that many hashes share them, or a slot. */
const hash = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(1))
  .map(([low, high, rest]) => `${high.toString(16).padStart(4, '0')}${low.toString(16).padStart(4, '0')}${`${rest}`.repeat(56)}`);
const step = fc.record({ remove: fc.boolean(), hash, place: fc.nat(5) });

test('finds every place of a hash until it is taken back, whatever shares its slot', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const index = new HashIndex();
      const expected: { bits: string; place: number }[] = [];
      for (const { remove, hash, place } of steps) {
        const bits = hash.slice(0, 8);
        const at = expected.findIndex((entry) => entry.bits === bits && entry.place === place);
        if (!remove) {
          index.add(hash, place);
          expected.push({ bits, place });
        } else if (at >= 0) {
          index.delete(hash, place);
          expected.splice(at, 1);
        }
        const places = expected.filter((entry) => entry.bits === bits).map((entry) => entry.place);
        expect([...index.places(hash)].sort()).toEqual(places.sort());
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
