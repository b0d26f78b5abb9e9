import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { FULL_LENGTH } from '../full-length.js';

/** A process that runs examples one after another: most of the time of a short program is the start of Node and of the package. */
export type ExampleProcess = {
  /** Runs a compiled example, and returns what it wrote to stderr. Each has its own process at full length. */
  run(file: string, cwd?: string): Promise<string>;
  /** Waits until the process ends by itself, and returns its exit code and what it wrote to stderr since the last example. */
  end(): Promise<{ status: number | null; stderr: string }>;
} & Disposable;

/** Creates a process for examples. It starts with the first one. */
export function createExampleProcess(): ExampleProcess {
  let running: ChildProcessWithoutNullStreams | undefined;
  let closed: Promise<unknown> = Promise.resolve();
  let stderr = '';

  function start(): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'run-examples.mjs')]);
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    // Its end fails the example that runs.
    child.stdin.on('error', () => undefined);
    closed = once(child, 'close');
    running = child;
    return child;
  }

  async function end(): Promise<{ status: number | null; stderr: string }> {
    const child = running;
    running = undefined;
    if (child === undefined) return { status: 0, stderr: '' };
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await closed;
    const rest = stderr;
    stderr = '';
    return { status: child.exitCode, stderr: rest };
  }

  return {
    end,
    async run(file, cwd) {
      const child = running ?? start();
      child.stdin.write(`${JSON.stringify({ file, cwd })}\n`);
      while (!stderr.includes('\0') && child.exitCode === null && child.signalCode === null)
        await Promise.race([once(child.stderr, 'data'), closed]);
      const [own = '', ...rest] = stderr.split('\0');
      stderr = rest.join('\0');
      if (child.exitCode !== null || child.signalCode !== null) {
        running = undefined;
        return `${own}The process ended with ${child.exitCode ?? child.signalCode}.`;
      }
      if (!FULL_LENGTH) return own;
      const last = await end();
      return own + last.stderr + (last.status === 0 ? '' : `The process ended with ${last.status}.`);
    },
    [Symbol.dispose]() {
      running?.kill('SIGKILL');
    },
  };
}
