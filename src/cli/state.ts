import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stateDirectory } from '../config/directories.js';
import type { Environment } from '../config/text-layer.js';
import { isRecord } from '../json.js';
import { processStart } from '../system/process-start.js';

/** What a running `up` leaves on disk so that other commands find it: one file per run. */
export type RunState = {
  pid: number;
  /** See {@link processStart}; absent where the platform does not tell. */
  start?: string | undefined;
  /** Base URL of the gateway. */
  url: string;
  /** When it was ready, as ms since 1970. */
  readyAt: number;
  engine: string;
  /** The file that holds what it tells; absent when it could not be written. */
  log?: string | undefined;
};

/**
 * Tells other commands of this process's devnet.
 * @returns the function that takes it back
 * @throws the file system's error when the state directory cannot be written
 */
export async function publishState(env: Environment, run: Pick<RunState, 'url' | 'engine' | 'log'>): Promise<() => Promise<void>> {
  const directory = runsDirectory(env);
  const file = join(directory, `${process.pid}.json`);
  const state: RunState = { pid: process.pid, start: await processStart(process.pid), ...run, readyAt: Date.now() };
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Written beside and renamed, so that nobody reads half a file.
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return () => rm(file, { force: true });
}

/**
 * The devnet of the `up` that became ready last and still runs.
 * @returns none when there is none
 */
export async function findState(env: Environment): Promise<RunState | undefined> {
  return (await findStates(env))[0];
}

/**
 * The devnets of all `up` that run, the one that became ready last first. Files of runs that ended without taking theirs back, and
 * files that nobody can read, are removed.
 */
export async function findStates(env: Environment): Promise<RunState[]> {
  const directory = runsDirectory(env);
  const names = await readdir(directory).catch(() => []);
  const states = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readLive(join(directory, name))));
  return states.filter((state) => state !== undefined).toSorted((a, b) => b.readyAt - a.readyAt);
}

/** Whether the process of a run is still there. A pid alone may have been given to another process since. */
export async function isRunning({ pid, start }: Pick<RunState, 'pid' | 'start'>): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // also for EPERM: another user's process cannot have written into this user's state
  }
  return start === undefined || (await processStart(pid)) === start;
}

/** Where runs keep what they tell. */
export function logsDirectory(env: Environment): string {
  return join(stateDirectory(env), 'logs');
}

function runsDirectory(env: Environment): string {
  return join(stateDirectory(env), 'runs');
}

async function readLive(file: string): Promise<RunState | undefined> {
  const state = parse(await readFile(file, 'utf8').catch(() => ''));
  if (state !== undefined && (await isRunning(state))) return state;
  await rm(file, { force: true }).catch(() => undefined);
  return undefined;
}

function parse(text: string): RunState | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { pid, start, url, readyAt, engine, log } = value;
    const complete = Number.isSafeInteger(pid) && Number(pid) > 0 && typeof url === 'string' && typeof readyAt === 'number';
    if (!complete) return undefined;
    const optional = (part: unknown): string | undefined => (typeof part === 'string' ? part : undefined);
    return { pid: Number(pid), start: optional(start), url, readyAt, engine: optional(engine) ?? 'embedded', log: optional(log) };
  } catch {
    return undefined;
  }
}
