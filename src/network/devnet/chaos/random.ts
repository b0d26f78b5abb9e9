/** Returns a generator of numbers from 0 to below 1, the same sequence for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  // A Weyl sequence, mixed as by the finaliser of MurmurHash3.
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
