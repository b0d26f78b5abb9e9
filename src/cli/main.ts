#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import type { Sink } from './context.js';
import { parentId } from './parent-id.js';
import { readKeys } from './read-keys.js';

// Read before anything else, so that the death of the parent during the imports is noticed.
const parent = parentId(process);
const [{ exitStatus }, { run }, { watchTermination }] = await Promise.all([
  import('./exit-status.js'),
  import('./run.js'),
  import('./termination.js'),
]);

// A reader that closed the pipe, as in `… | head -1`, is no failure of the command. Commands that must end then watch for it themselves.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const status = await run(process.argv.slice(2), {
  program: fileURLToPath(import.meta.url),
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

/** A terminal of unknown size has 0 columns. */
function sink(stream: NodeJS.WriteStream): Sink {
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true, columns: () => stream.columns || undefined };
}
