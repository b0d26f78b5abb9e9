import type { Ratio } from './statistics.js';

/** A figure of B as a ratio to A. Lower is better. */
export type Judged = Ratio & { name: string };

/** A figure that is worse by more than this is a regression. */
const LIMIT = 1.15;
const REPETITIONS = 3;

/** Returns whether a figure is worse by more than the limit, and its interval excludes that nothing has changed. */
export function isWorse({ ratio, low }: Ratio): boolean {
  return ratio > LIMIT && low > 1;
}

/**
 * Returns the figures that are worse in each of three repetitions. A busy machine can make a figure worse once, so the next repetition only
 * runs if a figure was worse in all before it.
 */
export async function findRegressions(repeat: (repetition: number) => Promise<readonly Judged[]>): Promise<string[]> {
  let suspects: string[] | undefined;
  for (let repetition = 1; repetition <= REPETITIONS && suspects?.length !== 0; repetition++) {
    const worse = (await repeat(repetition)).filter(isWorse).map(({ name }) => name);
    suspects = suspects?.filter((name) => worse.includes(name)) ?? worse;
  }
  return suspects ?? [];
}
