// The search for errors follows src/bech32.cpp of Bitcoin Core.
// Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import { BECH32_CHECKSUM_SIZE, BECH32_MAX_LENGTH, type Bech32Encoding, bech32Residue, bech32Values } from './bech32.js';

/** Core's message for an invalid bech32 text, and the indices of the characters that are probably wrong. */
export type Bech32Errors = { error: string; locations: number[] };

/**
 * Finds up to two wrong characters in an invalid bech32 text (Core's `LocateErrors`). The checksum is a BCH code. Its
 * generator has three consecutive powers (997 to 999) of an element e of GF(1024) as roots; the text's remainder at these powers
 * determines the positions of the errors.
 */
export function locateBech32Errors(text: string): Bech32Errors {
  if (text.length > BECH32_MAX_LENGTH) {
    const beyond = Array.from({ length: text.length - BECH32_MAX_LENGTH }, (_, at) => BECH32_MAX_LENGTH + at);
    return { error: 'Bech32 string too long', locations: beyond };
  }
  const invalid = invalidCharacters(text);
  if (invalid.length > 0) return { error: 'Invalid character or mixed case', locations: invalid };
  const separator = text.lastIndexOf('1');
  if (separator === -1) return { error: 'Missing separator', locations: [] };
  if (separator === 0 || separator + BECH32_CHECKSUM_SIZE >= text.length) {
    return { error: 'Invalid separator position', locations: [separator] };
  }
  const values = bech32Values(text.slice(separator + 1));
  const unknown = values.indexOf(-1);
  if (unknown !== -1) return { error: 'Invalid Base 32 character', locations: [separator + 1 + unknown] };
  return locateInChecksum(text, text.slice(0, separator).toLowerCase(), values);
}

/** Returns the characters that are not printable, or differ in case from the first letter. */
function invalidCharacters(text: string): number[] {
  const firstLetter = /[a-zA-Z]/.exec(text)?.[0];
  const otherCase = firstLetter !== undefined && firstLetter >= 'a' ? /[A-Z]/ : /[a-z]/;
  return [...text].flatMap((character, at) => (otherCase.test(character) || character < '!' || character > '~' ? [at] : []));
}

/** Tries both encodings, because the version, which determines it, may be wrong. The one with fewer errors wins. */
function locateInChecksum(text: string, prefix: string, values: number[]): Bech32Errors {
  let found: { encoding: Bech32Encoding; positions: number[] } | undefined;
  for (const encoding of ['bech32', 'bech32m'] as const) {
    const positions = errorPositions(bech32Residue(prefix, values, encoding), values.length);
    if (positions.length > 0 && (found === undefined || positions.length < found.positions.length)) found = { encoding, positions };
  }
  if (found === undefined) return { error: 'Invalid checksum', locations: [] };
  const locations = found.positions.map((position) => text.length - 1 - position).sort((a, b) => a - b);
  return { error: `Invalid ${found.encoding === 'bech32' ? 'Bech32' : 'Bech32m'} checksum`, locations };
}

/** Returns the positions of one or two errors, counted from the end, or an empty array if there are more. */
function errorPositions(residue: number, length: number): number[] {
  const { exp, log } = galoisTables();
  const at = (table: Int16Array, index: number) => table[index] ?? 0;
  const [s0, s1, s2] = syndromes(residue, exp, log);
  const [l0, l1, l2] = [at(log, s0), at(log, s1), at(log, s2)];
  if (s0 !== 0 && s1 !== 0 && s2 !== 0 && (2 * l1 - l2 - l0 + 2046) % 1023 === 0) {
    const position = (l1 - l0 + 1023) % 1023;
    return position < length && isFiveBits(l0 + (1023 - 997) * position) ? [position] : [];
  }
  for (let first = 0; first < length; first++) {
    const s2s1 = s2 ^ (s1 === 0 ? 0 : at(exp, (l1 + first) % 1023));
    const s1s0 = s1 ^ (s0 === 0 ? 0 : at(exp, (l0 + first) % 1023));
    if (s2s1 === 0 || s1s0 === 0) continue;
    const second = (at(log, s2s1) - at(log, s1s0) + 1023) % 1023;
    if (second >= length || second === first) continue;
    const s1s0second = s1 ^ (s0 === 0 ? 0 : at(exp, (l0 + second) % 1023));
    if (s1s0second === 0) continue;
    const inverse = 1023 - at(log, at(exp, first) ^ at(exp, second));
    const secondError = at(log, s1s0) + inverse + (1023 - 997) * second;
    const firstError = at(log, s1s0second) + inverse + (1023 - 997) * first;
    if (isFiveBits(secondError) && isFiveBits(firstError)) return [first, second];
  }
  return [];
}

/** Whether a power of e lies in GF(32), which has every 33rd power. Only such an error fits a character. */
function isFiveBits(power: number): boolean {
  return power % 33 === 0;
}

/** Returns the remainder's values at e^997, e^998 and e^999. */
function syndromes(residue: number, exp: Int16Array, log: Int16Array): [number, number, number] {
  return [997, 998, 999].map((root) => {
    let value = residue & 31;
    for (let bit = 5; bit < 30; bit++) {
      if (((residue >>> bit) & 1) === 0) continue;
      const power = Math.floor(bit / 5);
      value ^= exp[(root * power + (log[1 << (bit % 5)] ?? 0)) % 1023] ?? 0;
    }
    return value;
  }) as [number, number, number];
}

/** Returns powers and logarithms of e in GF(1024) = GF(32)[e] / (e² + 9e + 23), over GF(32) = GF(2)[x] / (x⁵ + x³ + 1). */
function galoisTables(): { exp: Int16Array; log: Int16Array } {
  const exp = new Int16Array(1023);
  const log = new Int16Array(1024);
  let value = 1;
  for (let power = 0; power < 1023; power++) {
    exp[power] = value;
    log[value] = power;
    const high = value >> 5;
    value = ((multiply32(high, 9) ^ (value & 31)) << 5) | multiply32(high, 23);
  }
  return { exp, log };
}

function multiply32(a: number, b: number): number {
  let product = 0;
  for (let bit = 4; bit >= 0; bit--) {
    product <<= 1;
    if ((product & 32) !== 0) product ^= 0b101001;
    if (((b >> bit) & 1) !== 0) product ^= a;
  }
  return product;
}
