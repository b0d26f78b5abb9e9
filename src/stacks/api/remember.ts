import { LruMap } from '../../base/lru-map.js';
import { createTurns, type Turn } from '../../base/turns.js';
import type { Chain } from '../history/chain/chain.js';

/**
 * Returns what `make` made under a key, and makes it again after the chain has changed. So all pages of a list, for all clients, take one
 * walk over what the list is chosen from.
 */
export type Remember = <T>(key: string, make: (turn: Turn) => Promise<T>) => Promise<T>;

/** How many lists are kept. */
const KEPT = 32;

export function rememberUntilChange(chain: Pick<Chain, 'listen'>): Remember {
  const nothing = () => new LruMap<string, Promise<unknown>>(KEPT, () => 1);
  let known = nothing();
  const forget = (): void => {
    known = nothing();
  };
  chain.listen({ entered: forget, left: forget, forgotten: forget, lost: forget });
  return <T>(key: string, make: (turn: Turn) => Promise<T>) => {
    const before = known;
    const found = before.get(key) as Promise<T> | undefined;
    if (found !== undefined) return found;
    const made = make(createTurns());
    before.set(key, made);
    made.catch(() => before.delete(key));
    return made;
  };
}
