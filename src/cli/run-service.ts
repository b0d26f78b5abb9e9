import { DevnetError, messageOf } from '../base/error.js';
import { uptimeMs } from '../base/uptime.js';
import type { DevnetEvent } from '../network/data.js';
import type { ResolvedConfig } from '../project/config.js';
import type { Story } from '../tools/story.js';
import type { Context } from './context.js';
import type { Output } from './output.js';
import { createPrinter, type Printer } from './printed/printer.js';
import { aborted } from './termination.js';
import { setReadyFlags } from './v8-flags.js';

/** What runs until it is closed. */
export type Service = {
  close(): Promise<void>;
  subscribe(listener: (event: DevnetEvent) => void): () => void;
  /** Rejects if the service ends by itself. @default it does not */
  readonly failure?: Promise<never> | undefined;
};
type StartHooks = { onProgress(step: string): void; onWarning(message: string): void; signal: AbortSignal };
type Start<S extends Service> = (hooks: StartHooks, end: (reason: string) => void) => Promise<S>;

export type RunOptions<S extends Service> = {
  context: Context;
  output: Output;
  logLevel: ResolvedConfig['logLevel'];
  /** Whether the end of the parent process ends this one. @default true */
  watchParent?: boolean | undefined;
  /** How long the service may take to close, besides its clean-up, in ms. @default 0 */
  drainMs?: number | undefined;
  /** Starts the service; `end` ends the process as a signal does. */
  start: Start<S>;
  /** Prints where the service is, before its events are printed. */
  announce(service: S): Promise<void>;
  /** Does what may be done once the service is announced. Does not reject. */
  prepare?(): Promise<void>;
  /** Says what the service's events mean. */
  story(service: S): Promise<Story>;
  /** Runs while events are printed. @returns a function that ends it */
  attend?(service: S, printer: Printer): () => void;
  /** Publishes the service for other commands. @returns a function that withdraws it */
  publish?(service: S): Promise<() => Promise<void>>;
};

/**
 * Starts a service, prints that it is ready and its events, and closes it when the process has to end. An end during the start is no error.
 */
export async function runService<S extends Service>(options: RunOptions<S>): Promise<void> {
  const { context, output, logLevel, watchParent = true, drainMs } = options;
  const termination = context.termination({ parent: watchParent, drainMs });
  const { signal } = termination;
  const isVerbose = logLevel === 'info' || logLevel === 'debug';
  try {
    await using service = await disposable(
      options.start(
        {
          onProgress: (step) => isVerbose && output.note(step),
          onWarning: (message) => logLevel !== 'error' && output.warn(message),
          signal,
        },
        termination.end,
      ),
    );
    const withdraw = await options.publish?.(service.running);
    try {
      printReady(output);
      await options.announce(service.running);
      // What it loads and what it stores for the next start have the flags of a start.
      void Promise.resolve(options.prepare?.()).finally(setReadyFlags);
      // Events that come while it loads are not lost.
      const story = options.story(service.running);
      story.catch(() => undefined);
      const printer = createPrinter(output, async (event) => (await story)(event));
      const unsubscribe = isVerbose ? service.running.subscribe(printer.print) : undefined;
      const leave = options.attend?.(service.running, printer);
      const { failure } = service.running;
      await (failure === undefined ? aborted(signal) : Promise.race([aborted(signal), failure]));
      leave?.();
      unsubscribe?.();
      await printer.flush();
      // Nobody asked for the other ends, and only the log can say what they were.
      if (!termination.isSignal() && logLevel !== 'error') output.note(`stopping: ${messageOf(signal.reason)}`);
    } finally {
      await withdraw?.();
    }
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'ABORTED' && signal.aborted)) throw error;
  } finally {
    termination.dispose();
  }
}

/** Prints milliseconds since the process started, which is how long a person or script has waited. */
function printReady(output: Output): void {
  const text = `ready in ${Math.round(uptimeMs())} ms`;
  if (output.json) output.note(text);
  else output.line(text);
}

async function disposable<S extends Service>(starting: Promise<S>): Promise<{ running: S } & AsyncDisposable> {
  const running = await starting;
  return { running, [Symbol.asyncDispose]: () => running.close() };
}
