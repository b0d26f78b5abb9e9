import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Restart, startWatched, type WatchOptions } from '#dist/cli/watch/watched-network.js';
import { resolveConfig } from '#dist/project/config/resolve.js';
import { startNetwork } from '#dist/start/start-devnet.js';
import { testCache } from '../../cache.js';
import { copyProject, type ProjectCopy } from '../../project/clarinet/fixture.js';

const COUNTER = 'contracts/counter.clar';
let taken: Server | undefined;
afterEach(() => void taken?.close());

/** Watches a project; `start` may interfere with the start of its networks. */
async function watch(project: ProjectCopy, start: WatchOptions['start']) {
  const restarts: Restart[] = [];
  const errors: unknown[] = [];
  const network = await startWatched({
    resolve: () => resolveConfig({ defaults: { project: project.root, cache: testCache, requirements: { fetch: false } } }),
    start,
    onRestart: (restart) => restarts.push(restart),
    onBroken: (error) => errors.push(error),
    onUndone: () => undefined,
    onWarning: () => undefined,
    signal: new AbortController().signal,
  });
  return { network, restarts, errors, [Symbol.asyncDispose]: () => network.close() };
}

test('behavior: a file that is saved during a restart leads to another one', async () => {
  using project = copyProject();
  const source = project.read(COUNTER);
  let starts = 0;
  await using watched = await watch(project, async (config, { signal, releasePorts }) => {
    // After the second network has read the project.
    if (++starts !== 2 || releasePorts === undefined) return startNetwork(config, { signal, releasePorts });
    const saveAndRelease = async (): Promise<void> => {
      project.write(COUNTER, `${source}\n(define-read-only (newest) u2)\n`);
      await releasePorts();
    };
    return startNetwork(config, { signal, releasePorts: saveAndRelease });
  });
  project.write(COUNTER, `${source}\n(define-read-only (newer) u1)\n`);
  await expect.poll(() => watched.restarts.length).toBe(2);
  expect(await watched.network.current().contract('counter').read('newest')).toBe(2n);
  expect(watched.errors).toEqual([]);
});

test('behavior: a file that is half written is no error', async () => {
  using project = copyProject();
  const source = project.read(COUNTER);
  let starts = 0;
  await using watched = await watch(project, async (config, options) => {
    const isHalf = ++starts === 2;
    const network = startNetwork(config, options);
    if (isHalf) {
      await network.catch(() => undefined);
      project.write(COUNTER, `${source}\n(define-read-only (newest) u2)\n`);
    }
    return network;
  });
  project.write(COUNTER, `${source}\n(define-read-only (newe`);
  await expect.poll(() => watched.restarts.length).toBe(1);
  expect(await watched.network.current().contract('counter').read('newest')).toBe(2n);
  expect(watched.errors).toEqual([]);
});

test('error: another program takes a port during a restart', async () => {
  using project = copyProject();
  await using watched = await watch(project, (config, { signal, releasePorts }) => {
    if (releasePorts === undefined) return startNetwork(config, { signal });
    const releaseToOther = async (): Promise<void> => {
      await releasePorts();
      taken = createServer().listen(config.ports.stacks, '127.0.0.1');
      await once(taken, 'listening');
    };
    return startNetwork(config, { signal, releasePorts: releaseToOther });
  });
  const { failure } = watched.network;
  project.write(COUNTER, `${project.read(COUNTER)}\n(define-read-only (newer) u1)\n`);
  await expect(failure).rejects.toMatchObject({ code: 'PORT_TAKEN', field: 'ports.stacks' });
});
