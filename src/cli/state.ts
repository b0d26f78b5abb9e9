import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stateDirectory } from '../config/directories.js';
import { isRecord } from '../config/kind.js';
import type { Environment } from '../config/text-layer.js';
import { processStart } from '../process-start.js';

/** What a running `up` leaves on disk so that other commands find it: one file per run. */
export type RunState = {
  pid: number;
  /** See {@link processStart}; absent where the platform does not tell. */
  start?: string | undefined;
  /** Base URL of the gateway. */
  url: string;
  /** When it was ready, as ms since 1970. */
  readyAt: number;
};

/**
 * Tells other commands of this process's devnet.
 * @returns the function that takes it back
 * @throws the file system's error when the state directory cannot be written
 */
export async function publishState(env: Environment, url: string): Promise<() => Promise<void>> {
  const directory = runsDirectory(env);
  const file = join(directory, `${process.pid}.json`);
  const state: RunState = { pid: process.pid, start: await processStart(process.pid), url, readyAt: Date.now() };
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Written beside and renamed, so that nobody reads half a file.
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return () => rm(file, { force: true });
}

/**
 * The devnet of the `up` that became ready last and still runs. Files of runs that ended without taking theirs back are removed.
 * @returns none when there is none
 */
export async function findState(env: Environment): Promise<RunState | undefined> {
  const directory = runsDirectory(env);
  const names = await readdir(directory).catch(() => []);
  const states = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readLive(join(directory, name))));
  return states.filter((state) => state !== undefined).toSorted((a, b) => b.readyAt - a.readyAt)[0];
}

function runsDirectory(env: Environment): string {
  return join(stateDirectory(env), 'runs');
}

async function readLive(file: string): Promise<RunState | undefined> {
  const state = parse(await readFile(file, 'utf8').catch(() => ''));
  if (state !== undefined && (await isAlive(state))) return state;
  await rm(file, { force: true }).catch(() => undefined);
  return undefined;
}

/** A number alone may have been given to another process since: the start time tells them apart. */
async function isAlive({ pid, start }: RunState): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // also for EPERM: another user's process cannot have written into this user's state
  }
  return start === undefined || (await processStart(pid)) === start;
}

function parse(text: string): RunState | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { pid, start, url, readyAt } = value;
    const complete = Number.isSafeInteger(pid) && typeof url === 'string' && typeof readyAt === 'number';
    return complete ? { pid: Number(pid), start: typeof start === 'string' ? start : undefined, url, readyAt } : undefined;
  } catch {
    return undefined;
  }
}
