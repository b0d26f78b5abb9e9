import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Context } from '#dist/cli/context.js';
import { createOutput } from '#dist/cli/output.js';
import { runService } from '#dist/cli/run-service.js';
import { watchTermination } from '#dist/cli/termination.js';
import { silentContext } from './in-process.js';

/** Runs a service that does nothing, until `end` ends the process that it runs in. @returns what it printed to stderr */
async function stderrAfter(
  end: (process: { ppid: number; emit: EventEmitter['emit'] }, endFromInside: (reason: string) => void) => void,
  logLevel: 'info' | 'error' = 'info',
): Promise<string> {
  const process = Object.assign(new EventEmitter(), { ppid: 100, env: {}, stdout: new EventEmitter() });
  const written: string[] = [];
  const context: Context = {
    ...silentContext({ NO_COLOR: '1' }),
    stderr: { write: (text) => void written.push(text), isTTY: false },
    termination: () => watchTermination(process as unknown as NodeJS.Process, { force: () => expect.fail('not expected') }),
  };
  let endFromInside: (reason: string) => void = () => undefined;
  await runService({
    ...{ context, logLevel, output: createOutput(context, {}) },
    async start(_hooks, ends) {
      endFromInside = ends;
      return { close: async () => undefined, subscribe: () => () => undefined };
    },
    announce: async () => end(process, (reason) => endFromInside(reason)),
    story: async () => async () => [],
  });
  return written.join('');
}

test('default: the log says that a network ends because its parent ended', async () => {
  expect(await stderrAfter((process) => (process.ppid = 1))).toBe('stopping: the parent process ended\n');
});

test('behavior: it says the other reasons that no signal has, but not for a signal of the user', async () => {
  expect(await stderrAfter((_process, end) => end('stacks-devnet down'))).toBe('stopping: stacks-devnet down\n');
  expect(await stderrAfter((_process, end) => end('the lease of 60 s was not renewed'))).toMatch(/^stopping: the lease of 60 s/);
  expect(await stderrAfter((process) => process.emit('SIGINT', 'SIGINT'))).toBe('');
  expect(await stderrAfter((_process, end) => end('stacks-devnet down'), 'error')).toBe('');
});
