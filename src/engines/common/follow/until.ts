import { DevnetError } from '../../../base/error.js';
import { type Clock, wait } from '../../../base/wait.js';

export type Until<T> = {
  /** Completes the sentence "gave up waiting for …". */
  what: string;
  /** Timeout in ms. */
  timeoutMs: number;
  /** Measures the timeout. @default the wall clock */
  clock?: Clock | undefined;
  /**
   * Pause between polls in ms. A poll that takes longer is followed by a pause of its own length, to leave time for the service.
   * @default 25
   */
  intervalMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Ends the wait: it rejects with the signal's reason. */
  ends?: AbortSignal | undefined;
  /** Explains a timeout, for example by a service's last output. */
  explain?: (() => Promise<string>) | undefined;
  /**
   * Polls once, and reports by `see` what it saw. Returns undefined to continue; failures of a starting service continue, too.
   */
  look(see: (seen: string) => void): Promise<T | undefined>;
};

/** Errors of a service that starts. */
const TRANSIENT = new Set(['NOT_REACHABLE', 'TIMEOUT', 'RPC']);

/** Polls until there is a value. @throws DevnetError TIMEOUT with the last report, ABORTED, or the reason of `ends` */
export async function until<T>({ what, timeoutMs, clock, intervalMs = 25, signal, ends, explain, look }: Until<T>): Promise<T> {
  let seen = 'nothing';
  try {
    return await wait<T>({
      what,
      timeoutMs,
      clock,
      signal,
      closed: ends,
      details: () => ({ lastSeen: seen }),
      begin({ resolve, reject }) {
        let timer: NodeJS.Timeout | undefined;
        let over = false;
        const round = async (): Promise<void> => {
          const began = performance.now();
          try {
            const value = await look((text) => {
              seen = text;
            });
            if (value !== undefined) return resolve(value);
          } catch (error) {
            if (!(error instanceof DevnetError && TRANSIENT.has(error.code))) return reject(error);
            seen = error.message;
          }
          if (!over) timer = setTimeout(round, Math.max(intervalMs, performance.now() - began));
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

/** Turns a timeout into undefined: `until(…).catch(ignoreTimeout)`. @throws every other error */
export function ignoreTimeout(error: unknown): undefined {
  if (!(error instanceof DevnetError && error.code === 'TIMEOUT')) throw error;
  return undefined;
}
