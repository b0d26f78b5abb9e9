// A program of test/steps.ts.
import { report, startCounting } from '../../steps.js';

const stepsOf = await startCounting();
const { check } = await import('../check.js');

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

const growths = [];
for (const [name, make] of REPEATED) {
  const [small, large] = [make(1500), make(6000)];
  growths.push({ name, small: await stepsOf(() => check(small)), large: await stepsOf(() => check(large)) });
}
report(growths);
