/**
 * The hashes of the Bitcoin blocks that a VM has followed, by height. A value never changes; values of one branch share a list, of which each
 * uses the first `length` entries.
 */
export type Burnchain = { readonly hashes: (string | undefined)[]; readonly length: number };

/**
 * Returns the chain with one more block. `last` are the hashes of its last blocks, oldest first: all but the last one replace those of the chain.
 * A hash is in display order, without 0x; undefined if it is unknown.
 */
export function extendBurnchain({ hashes, length }: Burnchain, last: readonly (string | undefined)[]): Burnchain {
  const kept = length + 1 - last.length;
  // Another branch may have gone on from here.
  const list = hashes.length <= kept ? hashes : hashes.slice(0, kept);
  for (const [n, hash] of last.entries()) list[kept + n] = hash;
  return { hashes: list, length: length + 1 };
}

/** The hash at a height; undefined above the tip, or if it is unknown. */
export function hashAt({ hashes, length }: Burnchain, height: number): string | undefined {
  return height < length ? hashes[height] : undefined;
}
