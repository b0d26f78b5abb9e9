import type { LogLevel } from '../config/types.js';
import type { DevnetEvent } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { toJson } from '../json.js';
import type { Context } from './context.js';
import { eventLines, eventObject } from './event-lines.js';
import { gather } from './gather.js';
import type { Output } from './output.js';
import { spareMemory } from './spare-memory.js';
import { aborted } from './termination.js';

/** What stays up until it is closed. */
export type Service = { close(): Promise<void>; subscribe(listener: (event: DevnetEvent) => void): () => void };
type StartHooks = { onProgress(step: string): void; onWarning(message: string): void; signal: AbortSignal };
type Start<S extends Service> = (hooks: StartHooks, end: (reason: string) => void) => Promise<S>;

export type RunOptions<S extends Service> = {
  context: Context;
  output: Output;
  logLevel: LogLevel;
  /** Whether the end of the parent process ends it. @default true */
  watchParent?: boolean | undefined;
  /** `end` ends the process as a signal does. */
  start: Start<S>;
  /** Tells where it is, before anything that happens on it is told. */
  announce(service: S): Promise<void>;
  /** Makes it known to other commands; what it returns takes that back. */
  publish?(service: S): Promise<() => Promise<void>>;
};

/**
 * Starts a service, tells that it is ready and what happens on its chains, and closes it when the process has to end; an end
 * while it starts is no error.
 */
export async function runUntilEnded<S extends Service>(options: RunOptions<S>): Promise<void> {
  const { context, output, logLevel, watchParent = true } = options;
  const termination = context.termination({ parent: watchParent });
  const { signal } = termination;
  const chatty = logLevel === 'info';
  try {
    await using service = await disposable(
      options.start(
        {
          onProgress: (step) => chatty && output.note(step),
          onWarning: (message) => logLevel !== 'error' && output.warn(message),
          signal,
        },
        termination.end,
      ),
    );
    const takeBack = await options.publish?.(service.running);
    spareMemory();
    try {
      tellReady(output);
      await options.announce(service.running);
      const story = gather<DevnetEvent>((events) => tell(events, output));
      const unsubscribe = chatty ? service.running.subscribe(story.add) : undefined;
      await aborted(signal);
      unsubscribe?.();
      story.flush();
    } finally {
      await takeBack?.();
    }
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'ABORTED' && signal.aborted)) throw error;
  } finally {
    termination.dispose();
  }
}

/** Milliseconds since the process started: what a person or script that waits for the network sees. */
function tellReady(output: Output): void {
  const text = `ready in ${Math.round(performance.now())} ms`;
  if (output.json) output.note(text);
  else output.line(text);
}

function tell(events: readonly DevnetEvent[], output: Output): void {
  const lines = output.json ? events.map((event) => toJson(eventObject(event))) : events.flatMap(eventLines);
  output.line(lines.join('\n'));
}

async function disposable<S extends Service>(starting: Promise<S>): Promise<{ running: S } & AsyncDisposable> {
  const running = await starting;
  return { running, [Symbol.asyncDispose]: () => running.close() };
}
