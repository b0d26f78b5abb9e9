import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/**
 * Any character of Unicode, as the unit `binary` of fast-check. That one makes a table of the 1.1 million characters when the first text is
 * generated, which takes about a second and 100 MB.
 */
export const codePoints: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: LAST - SURROGATES.count })
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count), indexOf);

/** @throws TypeError for what is no such character: fast-check asks this of parts of a text, to shrink it */
function indexOf(value: unknown): number {
  const code = typeof value === 'string' ? (value.codePointAt(0) ?? -1) : -1;
  if (code === -1 || value !== String.fromCodePoint(code)) throw new TypeError('no single character');
  if (code < SURROGATES.first) return code;
  if (code < SURROGATES.first + SURROGATES.count) throw new TypeError('half a character');
  return code - SURROGATES.count;
}
