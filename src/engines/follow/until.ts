import { DevnetError } from '../../error.js';
import { wait } from '../../wait.js';

export type Until<T> = {
  /** What is waited for, as the end of "gave up waiting for …". */
  what: string;
  /** Deadline in ms. */
  timeoutMs: number;
  /** Pause between looks in ms. @default 25 */
  intervalMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Fires with the error to reject with, when waiting has become pointless. */
  ends?: AbortSignal | undefined;
  /** The last lines that explain a passed deadline, for example a service's output. */
  explain?: (() => Promise<string>) | undefined;
  /** Looks once; `see` tells what it saw. Undefined: not yet. A service that does not answer or answers with an error: not yet. */
  look(see: (seen: string) => void): Promise<T | undefined>;
};

/** Failures that a service has while it starts. */
const PASSING = new Set(['NOT_REACHABLE', 'TIMEOUT', 'RPC']);

/** Looks again and again. @throws DevnetError TIMEOUT with what was seen last, ABORTED, or the reason of `ends` */
export async function until<T>({ what, timeoutMs, intervalMs = 25, signal, ends, explain, look }: Until<T>): Promise<T> {
  let seen = 'nothing';
  try {
    return await wait<T>({
      what,
      timeoutMs,
      signal,
      closed: ends,
      details: () => ({ lastSeen: seen }),
      begin({ resolve, reject }) {
        let timer: NodeJS.Timeout | undefined;
        let over = false;
        const round = async (): Promise<void> => {
          try {
            const value = await look((text) => {
              seen = text;
            });
            if (value !== undefined) return resolve(value);
          } catch (error) {
            if (!(error instanceof DevnetError && PASSING.has(error.code))) return reject(error);
            seen = error.message;
          }
          if (!over) timer = setTimeout(round, intervalMs);
        };
        void round();
        return () => {
          over = true;
          clearTimeout(timer);
        };
      },
    });
  } catch (error) {
    if (explain === undefined || !(error instanceof DevnetError && error.code === 'TIMEOUT')) throw error;
    throw new DevnetError('TIMEOUT', error.message, { lastSeen: error.lastSeen, hint: await explain(), cause: error });
  }
}

/** For a deadline that may pass: `until(…).catch(ignoreTimeout)`. @throws every other error */
export function ignoreTimeout(error: unknown): undefined {
  if (!(error instanceof DevnetError && error.code === 'TIMEOUT')) throw error;
  return undefined;
}
