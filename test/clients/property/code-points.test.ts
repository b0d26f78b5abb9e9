import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoints } from '#dist/clients/property/code-points.js';

test.each(['\0', 'a', '\ud7ff', '\ue000', '\u{1f600}', '\u{10ffff}'])('default: %j is one of them', (text) => {
  expect(codePoints.canShrinkWithoutContext(text)).toBe(true);
});

test.each(['', 'ab', '\ud800', '\udfff', 5])('default: %j is none', (text) => {
  expect(codePoints.canShrinkWithoutContext(text)).toBe(false);
});

test('behavior: each is a whole character, and what shrinking makes of it, too', () => {
  fc.assert(
    fc.property(codePoints, (text) => {
      const smaller = codePoints
        .shrink(text, undefined)
        .map(({ value }) => value)
        .take(5);
      for (const character of [text, ...smaller]) {
        expect([...character]).toHaveLength(1);
        expect(Buffer.from(character).toString()).toBe(character);
      }
    }),
  );
});
