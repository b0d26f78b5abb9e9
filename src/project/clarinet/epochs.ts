import { type ClarityEpoch, clarityEpochs } from './types.js';

/** The Clarity version that each epoch brought. */
const VERSIONS: readonly { since: ClarityEpoch; version: number }[] = [
  { since: '2.0', version: 1 },
  { since: '2.1', version: 2 },
  { since: '3.0', version: 3 },
  { since: '3.3', version: 4 },
  { since: '3.4', version: 5 },
  { since: '4.0', version: 6 },
];

/** The newest Clarity version of all epochs. */
export const NEWEST_CLARITY = 6;

/** Returns the newest Clarity version of an epoch, which is its default. */
export function newestClarity(epoch: ClarityEpoch): number {
  return VERSIONS.findLast(({ since }) => compareEpochs(since, epoch) <= 0)?.version ?? 1;
}

/** Returns the first epoch with a Clarity version. */
export function firstEpochOf(clarityVersion: number): ClarityEpoch | undefined {
  return VERSIONS.find(({ version }) => version === clarityVersion)?.since;
}

/** Returns a negative number if `a` is before `b`, 0 if they are the same, else a positive number. */
export function compareEpochs(a: ClarityEpoch, b: ClarityEpoch): number {
  return clarityEpochs.indexOf(a) - clarityEpochs.indexOf(b);
}

export function isClarityEpoch(text: string): text is ClarityEpoch {
  return clarityEpochs.some((epoch) => epoch === text);
}
