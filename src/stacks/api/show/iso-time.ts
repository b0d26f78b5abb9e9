/** A time in seconds since 1970 as ISO 8601 text. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
