import { DevnetError, type DevnetErrorDetails, invalid } from './error.js';

/** How long to wait. */
export type WaitOptions = {
  /**
   * Timeout in ms. The error TIMEOUT says what was seen last.
   * @default 4000 on the embedded engine, below the 5 s of test runners; 30000 on others; three times as long where `CI` is set or the
   * machine is busy, and for sBTC
   */
  timeoutMs?: number | undefined;
  /** Aborts the wait with ABORTED. Sent transactions stay sent. @default none */
  signal?: AbortSignal | undefined;
};

/** When the time of a {@link Deadline} began, by `performance.now()`. A symbol, because callers write the other properties. */
const BEGAN = Symbol('began');

/** The time that a caller gives for all waits of a call together. It can be passed on wherever {@link WaitOptions} are taken. */
export type Deadline = { timeoutMs: number; signal: AbortSignal | undefined; [BEGAN]: number };

/**
 * Begins the time of a call, or continues that of the call that it is a part of.
 * @param defaultMs the timeout if the options have none
 * @throws DevnetError INVALID_INPUT
 */
export function startDeadline(options: WaitOptions & { [BEGAN]?: number }, defaultMs: number): Deadline {
  const { timeoutMs = defaultMs, signal, [BEGAN]: began = performance.now() } = options;
  checkTimeout(timeoutMs);
  return { timeoutMs, signal, [BEGAN]: began };
}

/** Returns the ms that are left, at least 0. */
export function leftMs({ timeoutMs, [BEGAN]: began }: Deadline): number {
  return Math.max(0, Math.ceil(timeoutMs - (performance.now() - began)));
}

/** Names a timeout in an error: the whole time that the caller gave, not what was left of it for the last wait. */
export function afterTimeout(timeoutMs: number): string {
  return `after ${timeoutMs} ms (timeoutMs)`;
}

/** Measures the time of waits. */
export type Clock = {
  /** Returns the ms since some moment. They never decrease. */
  now(): number;
};

/** A wait for something that events report. */
export type Wait<T> = {
  /** In ms. With a {@link Deadline}, the wait lasts as long as that still does, and the error names the option. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  [BEGAN]?: number;
  /** Completes the sentence "gave up waiting for …". */
  what: string;
  /** Measures the timeout. @default the wall clock */
  clock?: Clock | undefined;
  /** Fires when the network ends, with the error that the wait then rejects with. */
  closed?: AbortSignal | undefined;
  /** Returns the facts of the error; called at the timeout. */
  details(): DevnetErrorDetails;
  /** Starts to watch, and settles now or later. @returns a function that stops watching */
  begin(settle: { resolve(value: T): void; reject(error: unknown): void }): () => void;
};

/** Checks a timeout. @throws DevnetError INVALID_INPUT */
function checkTimeout(timeoutMs: number): void {
  if (!Number.isFinite(timeoutMs) || timeoutMs < 0) throw invalid('timeoutMs', 'a number of milliseconds', timeoutMs);
}

/** The longest delay of a timer, in ms. */
const LONGEST = 2 ** 31 - 1;
/** The shortest and the longest pause between looks at a clock, in ms. */
const SHORTEST_TICK = 25;
const LONGEST_TICK = 500;
/** The factor from which an error says how long a wait lasted by the wall clock. */
const NOTABLE = 1.5;

/**
 * Waits for something that events report. The timer, the listeners and what `begin` started end together.
 * @throws DevnetError INVALID_INPUT for an invalid timeout, TIMEOUT, ABORTED by the caller's signal, or the reason of `closed`
 */
export function wait<T>({ what, timeoutMs, clock, signal, closed, details, begin, [BEGAN]: began }: Wait<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    checkTimeout(timeoutMs);
    let over = false;
    let stop: (() => void) | undefined;
    let stopTimer: (() => void) | undefined;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      stopTimer?.();
      signal?.removeEventListener('abort', onAbort);
      closed?.removeEventListener('abort', onClosed);
      stop?.();
      settle();
    };
    const onAbort = (): void =>
      end(() => reject(new DevnetError('ABORTED', `the wait for ${what} was aborted`, { ...details(), cause: signal?.reason })));
    const onClosed = (): void => end(() => reject(closed?.reason));
    if (closed?.aborted) onClosed();
    else if (signal?.aborted) onAbort();
    if (over) return;
    // Before `begin`, during which they may fire.
    signal?.addEventListener('abort', onAbort, { once: true });
    closed?.addEventListener('abort', onClosed, { once: true });
    try {
      stop = begin({ resolve: (value) => end(() => resolve(value)), reject: (error) => end(() => reject(error)) });
      if (over) stop();
    } catch (error) {
      end(() => reject(error));
    }
    if (over) return;
    const allowedMs = began === undefined ? timeoutMs : leftMs({ timeoutMs, signal, [BEGAN]: began });
    stopTimer = startTimer(allowedMs, clock, (lastedMs) =>
      end(() => {
        const facts = details();
        const seen = facts.lastSeen === undefined ? '' : `; last seen: ${facts.lastSeen}`;
        const next = facts.hint === undefined ? '' : `. ${facts.hint}`;
        const inAll = lastedMs > timeoutMs * NOTABLE ? ` (${Math.round(lastedMs)} ms on this busy machine)` : '';
        const after = began === undefined ? `after ${timeoutMs} ms` : afterTimeout(timeoutMs);
        reject(new DevnetError('TIMEOUT', `gave up waiting for ${what} ${after}${inAll}${seen}${next}`, facts));
      }),
    );
  });
}

/**
 * Calls `onEnd` after `timeoutMs` of the clock, with the duration by the wall clock: without a clock they are the same.
 * @returns a function that stops the timer
 */
function startTimer(timeoutMs: number, clock: Clock | undefined, onEnd: (lastedMs: number) => void): () => void {
  let timer: NodeJS.Timeout;
  if (clock === undefined) {
    timer = setTimeout(() => onEnd(timeoutMs), Math.min(timeoutMs, LONGEST));
  } else {
    const startedAt = performance.now();
    const endsAt = clock.now() + timeoutMs;
    const arm = (): void => {
      const left = endsAt - clock.now();
      timer = setTimeout(
        () => (clock.now() < endsAt ? arm() : onEnd(performance.now() - startedAt)),
        Math.min(Math.max(left, SHORTEST_TICK), LONGEST_TICK),
      );
    };
    arm();
  }
  return () => clearTimeout(timer);
}
