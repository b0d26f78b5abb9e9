import { expect, test } from 'vitest';
import { FULL_LENGTH } from '../full-length.js';
import { bitcoin } from './bitcoin/generator.js';
import { runJudge, stepsOf } from './judge.js';
import { Reach } from './reach.js';

test('default: our Bitcoin node judges itself after copies, state files, restores and restarts', async () => {
  const reach = new Reach();
  const cases = (FULL_LENGTH ? [11, 12, 13] : [11]).map((seed) => ({ generator: 'bitcoin', judge: 'self' as const, seed }));
  const generator = await bitcoin();
  const { found, rounds } = await runJudge(generator, {
    ...{ judge: 'self', seed: 0, seconds: 0, reach },
    cases: cases.map((each) => ({ ...each, steps: stepsOf(generator, each.seed) })),
  });
  expect(found).toEqual([]);
  expect(rounds).toBe(cases.length);
  expect(reach.calls).toBeGreaterThan(20);
});
