import { parentage } from './parentage.js';

/** Tells when the program has to end. */
export type Termination = {
  signal: AbortSignal;
  /** Ends it from inside. */
  end(reason: string): void;
  /** Stops watching. */
  dispose(): void;
};

/** What is watched of a process; `process` itself, outside tests. */
export type WatchedProcess = Pick<NodeJS.Process, 'ppid' | 'env' | 'on' | 'off'> & { stdout: Pick<NodeJS.WriteStream, 'on' | 'off'> };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A terminal's Ctrl-C reaches the program directly and, started by npm, a moment later once more through npm: that is one request. */
const repeatAfterMs = 400;
const parentPollMs = 250;
/** How long the teardown may take. */
const graceMs = 10_000;

export type TerminationOptions = {
  /** Ends the process at once. */
  force(): void;
  /** What {@link parentage} told when the process began. @default what it tells now */
  parents?: string | undefined;
  /** Whether the end of the parent process ends this one. @default true */
  watchParent?: boolean | undefined;
};

/**
 * Watches for SIGINT, SIGTERM, SIGHUP, the death of the parent process (npm does not pass every signal on) and a
 * closed stdout. The first of them aborts `signal`; a later signal, or a teardown that takes too long, calls `force`.
 */
export function watchTermination(
  process: WatchedProcess,
  { force, parents = parentage(process), watchParent = true }: TerminationOptions,
): Termination {
  const controller = new AbortController();
  let abortedAt = 0;
  let grace: NodeJS.Timeout | undefined;
  const end = (reason: string) => {
    if (controller.signal.aborted) return;
    abortedAt = performance.now();
    grace = setTimeout(force, graceMs);
    grace.unref();
    controller.abort(new Error(reason));
  };
  const onSignal = (name: string) => {
    if (controller.signal.aborted && performance.now() - abortedAt > repeatAfterMs) force();
    end(name);
  };
  const onOutputError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') end('stdout was closed');
  };
  const poll = setInterval(() => {
    if (watchParent && parentage(process) !== parents) end('the parent process ended');
  }, parentPollMs);
  poll.unref();
  for (const name of signals) process.on(name, onSignal);
  process.stdout.on('error', onOutputError);
  return {
    signal: controller.signal,
    end,
    dispose() {
      clearInterval(poll);
      clearTimeout(grace);
      for (const name of signals) process.off(name, onSignal);
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
