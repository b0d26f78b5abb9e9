#!/usr/bin/env node
import type { Sink } from './context.js';
import { exitStatus } from './exit-status.js';
import { run } from './run.js';
import { watchTermination } from './termination.js';

const status = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdout: sink(process.stdout),
  stderr: sink(process.stderr),
  termination: () => watchTermination(process, () => process.exit(exitStatus.failed)),
});
// A reader that is still behind gets the rest; then nothing may keep the process, whatever a client's connection pool holds.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(status);

function sink(stream: NodeJS.WriteStream): Sink {
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY === true };
}
