import type { Context, Sink } from './context.js';
import { exitStatus } from './exit-status.js';
import { readKeys } from './read-keys.js';
import { run } from './run.js';
import { watchTermination } from './termination.js';

/** What the first module of the process knows. */
export type ProcessStart = Pick<Context, 'program'> & {
  /** The `parentId` when the process started. */
  parent: string;
};

/** Runs the command line of this process, and ends the process. @param args without the program's own name */
export async function runProcess(args: readonly string[], { program, parent }: ProcessStart): Promise<never> {
  // A reader that closed the pipe, as in `… | head -1`, is no failure of the command. Commands that must end then watch for it themselves.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const status = await run(args, {
    program,
    env: process.env,
    cwd: process.cwd(),
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    readKeys: process.stdin.isTTY && process.stdout.isTTY ? (onKey) => readKeys(process.stdin, onKey) : undefined,
    termination: ({ parent: watchParent, drainMs } = {}) =>
      watchTermination(process, { parent, watchParent, drainMs, force: () => process.exit(exitStatus.failed) }),
    // A parent that does not listen any more loses the message.
    notifyParent: process.send && ((message) => void process.send?.(message, undefined, {}, () => undefined)),
  });
  // A slow reader gets the rest. Then nothing may keep the process alive, whatever the connection pool of a client holds.
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(status);
}

/** A terminal of unknown size has 0 columns. */
function sink(stream: NodeJS.WriteStream): Sink {
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true, columns: () => stream.columns || undefined };
}
