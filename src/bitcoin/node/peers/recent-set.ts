import { LimitedMap } from '../../../base/limited-map.js';

/** A set of the most recently added values. */
export type RecentSet = { has(value: string): boolean; add(value: string): void; clear(): void };

/** @param limit beyond it, the oldest value leaves */
export function createRecentSet(limit: number): RecentSet {
  const values = new LimitedMap<string, undefined>(limit);
  return {
    has: (value) => values.has(value),
    add: (value) => values.set(value, undefined),
    clear: () => values.clear(),
  };
}
