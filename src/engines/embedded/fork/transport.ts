import { setTimeout as delay } from 'node:timers/promises';
import { createHttp } from '#platform/http.js';
import { readStream } from '#platform/read-stream.js';
import type { DevnetError, ForkFailureReason } from '../../../base/error.js';
import { forkSourceError } from './fork-source-error.js';

/** An answer that is neither an error of the connection nor one of the server. */
export type ForkSourceAnswer = { status: number; body: Buffer };

export type ForkSourceTransport = {
  /** Sends a GET. Repeats it if the connection or the server fails. @throws DevnetError ORIGIN, ABORTED after `close` */
  get(path: string): Promise<ForkSourceAnswer>;
  close(): void;
};

export type TransportOptions = {
  /** Without a trailing slash. */
  url: string;
  /** Sent as `x-api-key`. */
  apiKey?: string | undefined;
  /** Deadline of each request, in ms. */
  timeoutMs: number;
  onProgress?: ((step: string) => void) | undefined;
};

/** How many requests are under way at once. */
const PARALLEL = 8;
const ATTEMPTS = 3;
/** The longest answer, in bytes: a node's blocks and contracts are shorter than 20 MiB. */
const LONGEST_ANSWER = 32 * 1024 * 1024;
/** The pause before the second attempt in ms; each later one is four times as long. */
const PAUSE = 100;
/** How often a request waits for a rate limit, how long at most, and how long if the origin does not say, in ms. */
const LIMITED_ATTEMPTS = 5;
const LONGEST_WAIT = 60_000;
const USUAL_WAIT = 1_000;

type Failure = { reason: ForkFailureReason; what: string; cause?: unknown; waitMs?: number };
type Attempt = ForkSourceAnswer | Failure;

/** Requests to the origin of a fork. */
export function createForkSourceTransport({ url, apiKey, timeoutMs, onProgress }: TransportOptions): ForkSourceTransport {
  const http = createHttp();
  const closed = new AbortController();
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Until then all requests wait: limits count all of them together. */
  let pausedUntil = 0;
  const headers = { accept: '*/*', ...(apiKey !== undefined && { 'x-api-key': apiKey }) };

  async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    while (running >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await task();
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  async function attempt(path: string): Promise<Attempt> {
    // Signals of `AbortSignal.any` may be collected before they fire, in Node 20.
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, timeoutMs);
    closed.signal.addEventListener('abort', end);
    const { signal } = ending;
    let hasBegun = false;
    try {
      const answer = await http.send(`${url}${path}`, { headers, signal });
      hasBegun = true;
      const body = await readStream(answer.body, LONGEST_ANSWER);
      if (body === undefined) {
        answer.body.destroy();
        return { reason: 'BAD_ANSWER', what: `sends answers that are too long: more than ${LONGEST_ANSWER / 1024 / 1024} MiB` };
      }
      return judge({ status: answer.status, body }, answer.headers['retry-after']);
    } catch (cause) {
      closed.signal.throwIfAborted();
      if (signal.aborted) return { reason: 'TIMEOUT', what: `did not answer within ${timeoutMs} ms`, cause };
      if (hasBegun) return { reason: 'CUT_OFF', what: 'ended the connection before its answer was complete', cause };
      const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
      return { reason: 'UNREACHABLE', what: `does not answer${code}`, cause };
    } finally {
      clearTimeout(timer);
      closed.signal.removeEventListener('abort', end);
    }
  }

  /** @returns the answer, or the failure after which another attempt has no use */
  async function persist(path: string): Promise<Attempt> {
    let limited = 0;
    for (let made = 1; ; ) {
      await delay(Math.max(0, pausedUntil - performance.now()), undefined, { signal: closed.signal });
      const result = await attempt(path);
      if ('status' in result) return result;
      if (result.reason === 'RATE_LIMITED') {
        if (++limited >= LIMITED_ATTEMPTS || (result.waitMs ?? 0) > LONGEST_WAIT) return result;
        pausedUntil = performance.now() + (result.waitMs ?? USUAL_WAIT);
        onProgress?.(`${url} limits requests: continuing in ${Math.ceil((result.waitMs ?? USUAL_WAIT) / 1000)} s`);
        continue;
      }
      if (!REPEATABLE.has(result.reason) || made++ >= ATTEMPTS) return result;
      onProgress?.(`${url} ${result.what}: trying again`);
      await delay(PAUSE * 4 ** (made - 2), undefined, { signal: closed.signal });
    }
  }

  return {
    get: (path) =>
      inTurn(async () => {
        const result = await persist(path);
        if ('status' in result) return result;
        throw failureOf(url, result);
      }),
    close() {
      closed.abort();
      http.close();
    },
  };
}

const REPEATABLE: ReadonlySet<ForkFailureReason> = new Set(['UNREACHABLE', 'CUT_OFF', 'SERVER_ERROR']);

function judge(answer: ForkSourceAnswer, retryAfter: string | undefined): Attempt {
  const { status } = answer;
  if (status === 429) {
    const seconds = Number(retryAfter);
    return {
      reason: 'RATE_LIMITED',
      what: 'allows no more requests now (HTTP 429)',
      ...(retryAfter !== undefined && seconds >= 0 && { waitMs: seconds * 1000 }),
    };
  }
  if (status === 401 || status === 403) return { reason: 'UNAUTHORIZED', what: `refuses requests (HTTP ${status})` };
  if (status >= 500) return { reason: 'SERVER_ERROR', what: `failed (HTTP ${status})` };
  return answer;
}

function failureOf(url: string, { reason, what, cause }: Failure): DevnetError {
  return forkSourceError(url, reason, what, cause);
}
