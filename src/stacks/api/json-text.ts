/** JSON without blanks as PostgreSQL keeps it in `jsonb`: keys by length, then by bytes. */
export function jsonbText(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => ({ key, bytes: Buffer.from(key), inner }));
  entries.sort((a, b) => a.bytes.length - b.bytes.length || a.bytes.compare(b.bytes));
  return Object.fromEntries(entries.map(({ key, inner }) => [key, sortKeys(inner)]));
}

/** Whether all of `part` is in `whole`, as `jsonb @>` sees it: order and repetition in lists do not count. */
export function jsonContains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((entry) => whole.some((candidate) => jsonContains(candidate, entry)));
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false;
  return Object.entries(part).every(
    ([key, value]) => value === undefined || (Object.hasOwn(whole, key) && jsonContains((whole as never)[key], value)),
  );
}
