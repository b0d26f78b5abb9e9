import fc from 'fast-check';
import type { Generator } from '../types.js';
import { acts, mine } from './acts.js';
import { known } from './known.js';
import { openPair, type Step } from './pair.js';
import { missingApi, realNames } from './real-api.js';
import { again, allNames, ask, tagged } from './requests.js';

/**
 * Random histories of a network, and every route of the Stacks API about them, beside the real API that follows the same network.
 * {@link missingApi} says where the real one comes from.
 */
export const generator: Generator<Step> = {
  name: 'api',
  step: fc.oneof(
    { weight: 2, arbitrary: acts as fc.Arbitrary<Step> },
    { weight: 8, arbitrary: fc.tuple(ask, fc.nat({ max: 3 })).map(([step, copy]): Step => ({ ...step, copy })) },
    { weight: 2, arbitrary: again },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('watch' as const), ask: tagged, act: fc.oneof(mine, acts), form: fc.nat({ max: 3 }) }),
    },
  ),
  steps: 60,
  known,
  // The real API has routes that ours may lack; ours has some of a later release.
  everything: async () => [...new Set([...((await realNames()) ?? []), ...allNames()])],
  missing: async () => missingApi(),
  open: openPair,
  // A pair of networks stays in one epoch.
  roundsOfPair: 150,
};
