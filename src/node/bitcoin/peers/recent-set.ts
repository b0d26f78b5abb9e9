/** A set of the most recently added values. */
export type RecentSet = { has(value: string): boolean; add(value: string): void; clear(): void };

/** @param limit beyond it, the oldest value leaves */
export function createRecentSet(limit: number): RecentSet {
  const values = new Set<string>();
  return {
    has: (value) => values.has(value),
    add: (value) => {
      values.add(value);
      if (values.size <= limit) return;
      for (const oldest of values) {
        values.delete(oldest);
        return;
      }
    },
    clear: () => values.clear(),
  };
}
