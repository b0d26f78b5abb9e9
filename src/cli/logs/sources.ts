import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dockerHost, nativeHost } from '../../config/hosts.js';
import type { Environment } from '../../system/environment.js';
import type { RunState } from '../../system/run-state.js';
import { type Follow, followFile } from './file.js';

/** Shows what something tells. */
export type LogSource = (options: Follow) => Promise<void>;

/** The logs of a run by name: `devnet`, which is what `up` tells, and the nodes where these are processes or containers. */
export async function logSources(state: RunState, env: Environment): Promise<Map<string, LogSource>> {
  const sources = new Map<string, LogSource>();
  if (state.log !== undefined) sources.set('devnet', fileSource(state.log));
  if (state.engine === 'native') {
    for (const [name, path] of await nativeLogs(state, env)) sources.set(name, fileSource(path));
  }
  if (state.engine === 'docker') {
    for (const [name, source] of await containerLogs(state, env)) sources.set(name, source);
  }
  return sources;
}

const fileSource =
  (path: string): LogSource =>
  (options) =>
    followFile(path, options);

/** The native engine keeps a folder per run, named after its process, with a log per service. */
async function nativeLogs({ pid }: RunState, env: Environment): Promise<[name: string, path: string][]> {
  const runs = join(nativeHost(env).stateDir, 'native');
  const own = (await readdir(runs).catch(() => [])).filter((name) => name.startsWith(`${pid}-`));
  const logs = await Promise.all(
    own.map(async (run) => {
      const folder = join(runs, run, 'logs');
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
      return names.map((name): [string, string] => [name.slice(0, -'.log'.length), join(folder, name)]);
    }),
  );
  return logs.flat().toSorted();
}

async function containerLogs({ pid }: RunState, env: Environment): Promise<[name: string, source: LogSource][]> {
  const [{ serviceLogs }, { engineAddress }] = await Promise.all([
    import('../../engines/docker/logs.js'),
    import('../../engines/docker/address.js'),
  ]);
  const services = await serviceLogs(await engineAddress(dockerHost(env)), pid);
  return services.map(({ service, last, follow }): [string, LogSource] => [
    service,
    async ({ lines, follow: stays, write, signal }) => {
      for (const line of lines === 0 ? [] : await last(lines)) write(`${line}\n`);
      if (stays) await follow(write, signal);
    },
  ]);
}
