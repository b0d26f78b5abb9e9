import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Answer } from './answer.js';
import { differencesOf, openSession, runStep, type Scenario } from './scenario.js';

/** Generated contracts and calls in each epoch, and what stacks-core 4.0.2 did. `scripts/clarity-oracle.ts` records them. */
const scenarios: readonly (Scenario & { readonly answers: readonly (Answer | null)[] })[] = JSON.parse(
  gunzipSync(readFileSync(new URL('../fixtures/clarity/scenarios-4.0.2.json.gz', import.meta.url))).toString('utf8'),
);

test.each(scenarios.map((scenario, at) => [scenario.epoch, at, scenario] as const))(
  'generated contracts and calls in epoch %s (%i): results, events, assets, errors, costs and memory of stacks-core 4.0.2',
  (_epoch, _at, { steps, answers, ...chain }) => {
    const session = openSession({ ...chain, steps });
    for (const [at, step] of steps.entries()) {
      const [actual, expected] = [runStep(session, step), answers[at]];
      if (actual === undefined) continue;
      const different = differencesOf(expected as Answer, actual);
      expect(different, JSON.stringify({ step, expected, actual })).toEqual([]);
    }
  },
);
