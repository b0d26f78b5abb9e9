import { ancestorAt, type HeaderEntry } from '../../chain/block-entry.js';

/** The number of hashes one by one, before the steps double. */
const DENSE = 10;

/** Returns hashes of a block and its ancestors for `getheaders`, from the block down to genesis. */
export function locatorOf(entry: HeaderEntry): string[] {
  const hashes: string[] = [];
  let step = 1;
  let at: HeaderEntry | undefined = entry;
  while (at !== undefined) {
    hashes.push(at.hash);
    at = at.height === 0 ? undefined : ancestorAt(at, Math.max(0, at.height - step));
    // As in Core, the next step is still short.
    if (hashes.length > DENSE) step *= 2;
  }
  return hashes;
}
