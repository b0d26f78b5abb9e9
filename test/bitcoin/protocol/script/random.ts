/** A source of numbers that gives the same ones for the same seed. */
export type Random = {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Uint8Array;
};

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => Math.floor((next() / 0x1_0000_0000) * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (from) => {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new RangeError('nothing to pick from');
      return chosen;
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
