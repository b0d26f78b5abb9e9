/** A ratio with its 95 % confidence interval. */
export type Ratio = { ratio: number; low: number; high: number };

const RESAMPLES = 2_000;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Returns the median of the ratios `b[i] / a[i]`. A pair was measured one right after the other, so a machine that is slow for a while
 * slows
 * down both. The interval is a percentile bootstrap over the pairs, and the same for the same values.
 */
export function ratioOfPairs(a: readonly number[], b: readonly number[]): Ratio {
  if (a.length === 0 || a.length !== b.length) throw new RangeError(`${a.length} and ${b.length} values are no pairs`);
  const ratios = b.map((value, index) => value / (a[index] ?? Number.NaN));
  const random = generator(1);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? Number.NaN)),
  );
  resampled.sort((x, y) => x - y);
  const at = (share: number): number => resampled[Math.round(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { ratio: median(ratios), low: at(0.025), high: at(0.975) };
}

/** Returns a generator of numbers from 0 to 1, always the same ones for a seed: Marsaglia's xorshift of 32 bits. @param seed not 0 */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
