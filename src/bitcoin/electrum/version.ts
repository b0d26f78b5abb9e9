/** The versions of the Electrum protocol that this server speaks, oldest first. There is no 1.5. */
const VERSIONS = ['1.4', '1.4.1', '1.4.2', '1.6'] as const;
export type Version = (typeof VERSIONS)[number];

export const OLDEST: Version = VERSIONS[0];
export const NEWEST: Version = '1.6';

/** Whether a version is `other` or a later one. */
export function isSince(version: Version, other: Version): boolean {
  return VERSIONS.indexOf(version) >= VERSIONS.indexOf(other);
}

/**
 * Returns the newest version that both sides speak.
 * @param wanted the newest version that the client speaks, or the oldest and the newest
 * @returns undefined if there is none
 */
export function negotiate(wanted: unknown): Version | undefined {
  const range = Array.isArray(wanted) ? wanted : [wanted, wanted];
  const [oldest, newest] = range.map(parse);
  if (range.length !== 2 || oldest === undefined || newest === undefined) return undefined;
  return VERSIONS.findLast((version) => {
    const parts = parse(version) ?? [];
    return compare(parts, newest) <= 0 && compare(parts, oldest) >= 0;
  });
}

function parse(version: unknown): number[] | undefined {
  if (typeof version !== 'string' || !/^\d{1,4}(?:\.\d{1,4}){1,3}$/.test(version)) return undefined;
  return version.split('.').map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
