/**
 * The hashes of the Bitcoin blocks that a VM has followed, by height. A value never changes; values of one branch share a list, of which each
 * uses the first `length` entries.
 */
export type Burnchain = { readonly hashes: (string | undefined)[]; readonly length: number };

/** Returns the chain with one more block. `hash` is in display order, without 0x; undefined if it is unknown. */
export function extendBurnchain({ hashes, length }: Burnchain, hash: string | undefined): Burnchain {
  // Another branch may have gone on from here.
  const list = hashes.length <= length ? hashes : hashes.slice(0, length);
  list[length] = hash;
  return { hashes: list, length: length + 1 };
}

/** The hash at a height; undefined above the tip, or if it is unknown. */
export function hashAt({ hashes, length }: Burnchain, height: number): string | undefined {
  return height < length ? hashes[height] : undefined;
}
