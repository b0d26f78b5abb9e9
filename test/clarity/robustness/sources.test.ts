import '../../steps.js';

import { expect, test } from 'vitest';
import { EPOCH_NAMES } from '#dist/clarity/epoch.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { FULL_LENGTH } from '../../full-length.js';
import { stepsOf } from '../../steps.js';
import { check } from '../check.js';
import { mutateText, mutateTree, pick, randomOf } from '../mutate.js';
import { clarityOfTests } from '../sources.js';

test('whatever the source, the analysis ends with a result or an error of Clarity, and keeps no memory', { timeout: 7_200_000 }, () => {
  const random = randomOf(7);
  const sources = clarityOfTests().filter(({ length }) => length < 6000);
  const rounds = FULL_LENGTH ? 1_000_000 : 4_000;
  const begin = process.memoryUsage().heapUsed;
  for (let round = 0; round < rounds; round++) {
    const source = pick(sources, random);
    const mutated = random() < 0.5 ? mutateText(source, random) : mutateTree(source, random);
    // Anything else than these errors is thrown.
    check(mutated, { epoch: pick(EPOCH_NAMES, random), version: (1 + Math.floor(random() * 6)) as ClarityVersion });
  }
  expect(process.memoryUsage().heapUsed - begin).toBeLessThan(300 * 1024 * 1024);
});

/** Sources of about the same size that repeat something. */
const REPEATED: readonly (readonly [what: string, (count: number) => string])[] = [
  ['definitions', (count) => Array.from({ length: count }, (_, i) => `(define-private (f${i}) ${i})`).join('\n')],
  [
    'chained definitions',
    (count) => Array.from({ length: count }, (_, i) => `(define-constant k${i} ${i > 0 ? `k${i - 1}` : 1})`).join('\n'),
  ],
  [
    'mentions of all definitions',
    (count) => {
      const names = Array.from({ length: count }, (_, i) => `k${i}`);
      return `${names.map((name) => `(define-constant ${name} 1)`).join(' ')} (+ ${names.join(' ')})`;
    },
  ],
  ['arguments', (count) => `(+ ${'1 '.repeat(count * 10)})`],
  ['contracts in a list', (count) => `(list ${Array.from({ length: count * 2 }, (_, i) => `.c${i}`).join(' ')})`],
  ['contracts that are compared', (count) => `(is-eq ${Array.from({ length: count }, (_, i) => `.c${i}`).join(' ')})`],
  ['fields', (count) => `{${Array.from({ length: count }, (_, i) => `f${i}: ${i}`).join(', ')}}`],
  ['bindings', (count) => `(let (${Array.from({ length: count }, (_, i) => `(b${i} ${i})`).join(' ')}) b0)`],
  ['comments', (count) => ';; a comment\n'.repeat(count * 3)],
  ['strings', (count) => `(list ${'"abc" u"d\\u{41}" '.repeat(count)})`],
  ['one long string', (count) => `"${'a'.repeat(count * 30)}"`],
  ['digits', (count) => `u${'0'.repeat(count * 30)}1`],
  ['too many digits', (count) => `u${'9'.repeat(count * 30)}`],
  ['brackets that are not closed', (count) => '('.repeat(count * 30)],
  ['names of unknown variables', (count) => `(list ${'x '.repeat(count * 10)})`],
  ['principals', (count) => `(list ${"'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM ".repeat(count)})`],
  [
    'large types',
    (count) =>
      `(define-private (f (x {${Array.from({ length: 50 }, (_, i) => `f${i}: int`).join(', ')}})) (list ${'x '.repeat(count * 5)}))`,
  ],
];

test.each(REPEATED)('four times as much takes at most in proportion: %s', async (_, make) => {
  const steps = async (count: number) => {
    const source = make(count);
    return await stepsOf(() => check(source));
  };
  // A quadratic rule would need sixteen times as many.
  expect(await steps(6000)).toBeLessThan(5 * (await steps(1500)) + 1000);
});

test('traits that refer to each other in many ways are compared once', () => {
  const depth = 12;
  const trait = (level: number, side: string) => {
    const parameter = level > 0 ? `<${side}${level - 1}>` : 'uint';
    const methods = ['m', 'n', 'o', 'p'].map((name) => `(${name} (${parameter}) (response bool uint))`);
    return `(define-trait ${side}${level} (${methods.join(' ')}))`;
  };
  const traits = Array.from({ length: depth }, (_, level) => `${trait(level, 'a')} ${trait(level, 'b')}`).join('\n');
  const source = `${traits}\n(define-private (f (x <a${depth - 1}>)) true) (define-private (g (x <b${depth - 1}>)) (f x))`;
  expect(check(source, { epoch: '3.4', version: 5 }).failure).toBeUndefined();
});
