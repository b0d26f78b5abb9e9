/** Deadlines of waits over HTTP, in seconds. */
const DEFAULT_SECONDS = 30;
const LONGEST_SECONDS = 300;

/**
 * How long a request wants its answer held back, in ms; undefined: not at all. `Prefer: wait=<seconds>` (RFC 7240) asks for it and sets the deadline;
 * `?wait=true` asks with the default, `?wait=false` forbids. A preference that cannot be read is ignored, as the RFC demands; a
 * longer one than 300 s is cut to that.
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
