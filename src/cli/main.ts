#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import type { Sink } from './context.js';
import { parentage } from './parentage.js';

// Looked at first, so that the end of a parent that is gone by then is noticed too.
const parents = parentage(process);
const [{ exitStatus }, { run }, { watchTermination }] = await Promise.all([
  import('./exit-status.js'),
  import('./run.js'),
  import('./termination.js'),
]);

// A reader that has gone away, as in `… | head -1`, is no failure of the command; what has to end then is told by its own listener.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const status = await run(process.argv.slice(2), {
  program: fileURLToPath(import.meta.url),
  env: process.env,
  cwd: process.cwd(),
  stdout: sink(process.stdout),
  stderr: sink(process.stderr),
  termination: ({ parent } = { parent: true }) =>
    watchTermination(process, { parents, watchParent: parent, force: () => process.exit(exitStatus.failed) }),
  // What was told when nobody listens any more is lost, as it should be.
  tellParent: process.send && ((message) => void process.send?.(message, undefined, {}, () => undefined)),
});
// A reader that is still behind gets the rest; then nothing may keep the process, whatever a client's connection pool holds.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(status);

function sink(stream: NodeJS.WriteStream): Sink {
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true };
}
