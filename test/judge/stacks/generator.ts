import type { Generator } from '../types.js';
import { KNOWN } from './known.js';
import { everyName } from './names.js';
import { openPair } from './pair.js';
import { EPOCHS, missingProgram, startSide, startTwisted } from './sides.js';
import { type Step, step } from './steps.js';

/** Every second pair is in the newest epoch. */
const EPOCH_OF = EPOCHS.flatMap((epoch) => (epoch === EPOCHS[0] ? [] : [EPOCHS[0], epoch]));

/** Programs, transactions and reads of Stacks on our node, and on a stacks-node beside a bitcoind. */
export const stacks: Generator<Step> = {
  name: 'stacks',
  step,
  steps: 12,
  known: KNOWN,
  // A pair of networks stays in one epoch.
  roundsOfPair: 400,
  everything: async () => everyName(),
  missing: async () => missingProgram(),
  open: async ({ judge, seed, reach }) => {
    const epoch = EPOCH_OF[seed % EPOCH_OF.length] ?? '4.0';
    const start =
      judge === 'self'
        ? () => both(startTwisted(epoch, false), startTwisted(epoch, true))
        : () => both(startSide('embedded', epoch), startSide('native', epoch));
    return openPair(start, epoch, reach);
  },
};

/** @throws if one does not start; the other ends then */
async function both<T extends AsyncDisposable>(ours: Promise<T>, judge: Promise<T>): Promise<[T, T]> {
  const settled = await Promise.allSettled([ours, judge]);
  const [first, second] = settled;
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value];
  for (const each of settled) if (each.status === 'fulfilled') await each.value[Symbol.asyncDispose]();
  throw settled.find((each) => each.status === 'rejected')?.reason;
}
