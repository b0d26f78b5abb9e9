import { parentId } from './parent-id.js';

/** Reports that the program has to end. */
export type Termination = {
  signal: AbortSignal;
  /** Whether a signal of the system ended the program. */
  isSignal(): boolean;
  /** Ends the program from inside. */
  end(reason: string): void;
  /**
   * Stops watching. After an end, signals are still handled: one that comes twice must not kill a process that is about to exit with
   * its status.
   */
  dispose(): void;
};

/** The watched parts of a process; `process` itself, except in tests. */
export type WatchedProcess = Pick<NodeJS.Process, 'ppid' | 'env' | 'on' | 'off'> & { stdout: Pick<NodeJS.WriteStream, 'on' | 'off'> };

/** Windows sends SIGINT for Ctrl-C, SIGBREAK for Ctrl-Break and SIGHUP for a closed console. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', ...(process.platform === 'win32' ? (['SIGBREAK'] as const) : [])] as const;
/** One Ctrl-C in a terminal reaches a program that npm started twice: directly, and a moment later through npm. */
const repeatAfterMs = 400;
const parentPollMs = 250;
/** How long the teardown may take. */
const graceMs = 10_000;

export type TerminationOptions = {
  /** Ends the process at once. */
  force(): void;
  /** The {@link parentId} when the process started. @default the one now */
  parent?: string | undefined;
  /** Whether the end of the parent process ends this one. @default true */
  watchParent?: boolean | undefined;
  /** How long the program may take to end, besides the teardown, in ms. @default 0 */
  drainMs?: number | undefined;
};

/**
 * Watches for SIGINT, SIGTERM, SIGHUP, the death of the parent process (npm does not pass on every signal) and a closed stdout. The
 * first of them aborts `signal`. A later signal, or a teardown that takes too long, calls `force`.
 */
export function watchTermination(
  process: WatchedProcess,
  { force, parent = parentId(process), watchParent = true, drainMs = 0 }: TerminationOptions,
): Termination {
  const controller = new AbortController();
  let abortedAt = 0;
  let grace: NodeJS.Timeout | undefined;
  const end = (reason: string) => {
    if (controller.signal.aborted) return;
    abortedAt = performance.now();
    grace = setTimeout(force, graceMs + drainMs);
    grace.unref();
    controller.abort(new Error(reason));
  };
  let bySignal = false;
  const onSignal = (name: string) => {
    bySignal ||= !controller.signal.aborted;
    if (controller.signal.aborted && performance.now() - abortedAt > repeatAfterMs) force();
    end(name);
  };
  const onOutputError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') end('stdout was closed');
  };
  const poll = setInterval(() => {
    if (watchParent && parentId(process) !== parent) end('the parent process ended');
  }, parentPollMs);
  poll.unref();
  for (const name of signals) process.on(name, onSignal);
  process.stdout.on('error', onOutputError);
  return {
    signal: controller.signal,
    isSignal: () => bySignal,
    end,
    dispose() {
      clearInterval(poll);
      clearTimeout(grace);
      if (!controller.signal.aborted) for (const name of signals) process.off(name, onSignal);
      process.stdout.off('error', onOutputError);
    },
  };
}

/** Resolves when `signal` aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
