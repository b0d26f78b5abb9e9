import { expect, test } from 'vitest';
import { EPOCH_NAMES } from '#dist/clarity/epoch.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { FULL_LENGTH } from '../../full-length.js';
import { growthsOf } from '../../steps.js';
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

test('four times as much takes at most in proportion', async () => {
  const growths = await growthsOf(new URL('./sources-growth.ts', import.meta.url));
  expect(growths).toHaveLength(17);
  // A quadratic rule would need sixteen times as many steps.
  expect(growths.filter(({ small, large }) => large >= 5 * small + 1000)).toEqual([]);
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
