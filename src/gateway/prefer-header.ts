/** Deadlines of waits over HTTP, in seconds. */
const DEFAULT_SECONDS = 30;
const LONGEST_SECONDS = 300;

/**
 * Returns the timeout of a request's wait in ms; undefined without a wait. `Prefer: wait=<seconds>` (RFC 7240) sets it, `?wait=true`
 * requests the default, and `?wait=false` disables the wait. As the RFC demands, an unreadable preference is ignored. The maximum is 300 s.
 */
export function waitDeadline(flag: boolean | undefined, prefer: string | string[] | undefined): number | undefined {
  if (flag === false) return undefined;
  const preferred = preferredSeconds([prefer ?? []].flat().join(','));
  if (preferred === undefined) return flag === true ? DEFAULT_SECONDS * 1000 : undefined;
  return Math.min(preferred, LONGEST_SECONDS) * 1000;
}

function preferredSeconds(header: string): number | undefined {
  for (const preference of header.split(',')) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1];
    if (seconds !== undefined) return Number(seconds);
  }
  return undefined;
}
