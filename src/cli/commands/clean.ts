import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeFolder } from '#platform/code.js';
import { exists } from '#platform/exists.js';
import { rotatedPart } from '#platform/read-log.js';
import { findStates, LOGS } from '#platform/run-state.js';
import { stateFolders } from '#platform/state-folder.js';
import { sweepTemporaryFolders } from '#platform/temporary-folder.js';
import { DevnetError } from '../../base/error.js';
import { sweepRuns } from '../../engines/native.js';
import type { Flags } from '../../project/config.js';
import { dockerHost, nativeHost, resolveConfig } from '../../project/config.js';
import type { Context } from '../context.js';
import type { Output } from '../output.js';

export type CleanOptions = { keepCache?: boolean | undefined };
/** Something that was removed: what, and where it was. */
type Removed = { what: string; where: string };

/** What this program keeps in its cache directory; a directory of the user's choice may hold other things beside. */
const caches = {
  'clarity-vm': 'memory images of the Clarity VM of earlier versions',
  'bitcoin-chain': 'Bitcoin blocks of the boot',
  'stacks-genesis': 'states with which Stacks chains begin',
  'boot-contracts': 'boot contracts of other nodes',
  nakamoto: 'booted states of real nodes',
};

/**
 * `clean`: removes what dead runs left and what the next boot can make again, and says what it removed. Runs that are alive keep
 * what is theirs.
 */
export async function clean(flags: Flags, context: Context, output: Output, { keepCache = false }: CleanOptions): Promise<void> {
  const { cache } = await resolveConfig({ flags, env: context.env, cwd: context.cwd, anyEngine: true });
  const removed = [
    ...(await cleanLogs(context)),
    ...(await cleanNative(context)),
    ...(await cleanTemporary()),
    ...(await cleanDocker(context, output)),
    ...(keepCache ? [] : await cleanCaches(cache.dir, context)),
  ];
  if (output.json) output.object({ removed });
  else if (removed.length === 0) output.line('nothing to remove');
  else for (const { what, where } of removed) output.line(`removed ${what}: ${where}`);
}

/** The logs of runs that are over; looking for those that are not removes what dead ones published. */
async function cleanLogs({ env }: Context): Promise<Removed[]> {
  const alive = new Set((await findStates(env)).flatMap(({ log }) => (log === undefined ? [] : [log, rotatedPart(log)])));
  const folders = stateFolders(env).map((folder) => join(folder, LOGS));
  const logs = await Promise.all(folders.map(async (folder) => (await readdir(folder).catch(() => [])).map((name) => join(folder, name))));
  const dead = logs.flat().filter((path) => !alive.has(path));
  for (const path of dead) await rm(path, { force: true });
  return dead.map((where) => ({ what: 'a log', where }));
}

async function cleanNative({ env }: Context): Promise<Removed[]> {
  const folder = join(nativeHost(env).stateDir, 'native');
  const before = await readdir(folder).catch(() => []);
  if (before.length === 0) return [];
  await sweepRuns(folder);
  const after = new Set(await readdir(folder).catch(() => []));
  return before.filter((name) => !after.has(name)).map((name) => ({ what: 'a run of native nodes', where: join(folder, name) }));
}

async function cleanTemporary(): Promise<Removed[]> {
  return (await sweepTemporaryFolders()).map((where) => ({ what: 'temporary files', where }));
}

/** Removes containers and networks of a Swarm, if a container engine answers. */
async function cleanDocker({ env }: Context, output: Output): Promise<Removed[]> {
  const [{ connect, engineAddress }, { sweepRuns }, { isManager, sweepNetworks }] = await Promise.all([
    import('../../engines/docker.js'),
    import('../../engines/docker-runs.js'),
    import('../../cluster/swarm-manager.js'),
  ]);
  try {
    const client = await connect(await engineAddress(dockerHost(env)));
    const ended = await sweepRuns(client);
    const networks = (await isManager(client)) ? await sweepNetworks(client) : 0;
    return [
      ...(ended === 0 ? [] : [{ what: ended === 1 ? 'a container' : `${ended} containers`, where: client.name }]),
      ...(networks === 0
        ? []
        : [{ what: networks === 1 ? 'a network of the Swarm' : `${networks} networks of the Swarm`, where: client.name }]),
    ];
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error;
    if (error.code !== 'MISSING') output.warn(error.message);
    return [];
  }
}

async function cleanCaches(directory: string, { env }: Context): Promise<Removed[]> {
  const folders = Object.entries(caches).map(([name, what]) => ({ what, where: join(directory, name) }));
  const removed: Removed[] = [];
  for (const folder of [...folders, { what: 'compiled code of this program', where: codeFolder(env) }]) {
    if (!(await exists(folder.where))) continue;
    await rm(folder.where, { recursive: true, force: true });
    removed.push(folder);
  }
  return removed;
}
