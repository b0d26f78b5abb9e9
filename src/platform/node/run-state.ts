import { existsSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../base/json.js';
import type { Environment } from './environment.js';
import { processStart } from './process-start.js';
import { createStateFolder, stateFolders } from './state-folder.js';
import { writeWhole } from './write-whole.js';

/** The folder of these files, and that of logs, below the one of the state. */
const RUNS = 'runs';
export const LOGS = 'logs';
/** Whether a process can end another one and let it clean up. */
const hasSignals = process.platform !== 'win32';
/** How often a run looks for the request to stop, in ms. */
const STOP_POLL_MS = 200;

/** What a running `up` stores on disk so that other commands find it: one file per run. */
export type RunState = {
  pid: number;
  /** See {@link processStart}; absent on platforms that do not report it. */
  start?: string | undefined;
  /** Base URL of the gateway. */
  url: string;
  /** When it was ready, in ms since 1970. */
  readyAt: number;
  engine: string;
  /** The log file; absent if it could not be written. */
  log?: string | undefined;
};

/**
 * Publishes the devnet of this process for other commands.
 * @param onStop called when one of them asks it to stop other than by a signal
 * @returns a function that withdraws it
 * @throws the file system's error if neither the state folder nor the temporary one can be written
 */
export async function publishState(
  env: Environment,
  run: Pick<RunState, 'url' | 'engine' | 'log'>,
  onStop: () => void,
): Promise<() => Promise<void>> {
  const file = join(createStateFolder(env, RUNS), `${process.pid}.json`);
  const state: RunState = { pid: process.pid, start: await processStart(process.pid), ...run, readyAt: Date.now() };
  await writeWhole(file, `${JSON.stringify(state)}\n`);
  const unwatch = hasSignals ? undefined : watchForStop(stopFile(env, process.pid), onStop);
  return async () => {
    unwatch?.();
    await rm(file, { force: true });
  };
}

/** Asks a run to stop: by SIGTERM, or on Windows, where a signal would end it before it cleans up, by a file that it looks for. */
export async function requestStop(env: Environment, { pid }: Pick<RunState, 'pid'>): Promise<void> {
  if (hasSignals) process.kill(pid, 'SIGTERM');
  else await writeFile(stopFile(env, pid), '');
}

/** Looks for the file of {@link requestStop} until the returned function is called. */
function watchForStop(file: string, onStop: () => void): () => void {
  rmSync(file, { force: true }); // for a process that had the same id
  const poll = setInterval(() => existsSync(file) && onStop(), STOP_POLL_MS);
  poll.unref();
  return () => {
    clearInterval(poll);
    rmSync(file, { force: true });
  };
}

const stopFile = (env: Environment, pid: number): string => join(createStateFolder(env, RUNS), `${pid}.stop`);

/** Returns the running devnet that became ready last, if any. */
export async function findState(env: Environment): Promise<RunState | undefined> {
  return (await findStates(env))[0];
}

/**
 * Returns the devnets of every running `up`, the one that became ready last first. Removes unreadable files and the files of
 * processes that died.
 */
export async function findStates(env: Environment): Promise<RunState[]> {
  const states = await Promise.all(stateFolders(env).map((folder) => readRuns(join(folder, RUNS))));
  return states
    .flat()
    .filter((state) => state !== undefined)
    .toSorted((a, b) => b.readyAt - a.readyAt);
}

/** Whether the process of a run is alive. The start time matters because the system reuses pids. */
export async function isRunning({ pid, start }: Pick<RunState, 'pid' | 'start'>): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // also for EPERM: another user's process cannot have written into this user's state
  }
  return start === undefined || (await processStart(pid)) === start;
}

async function readRuns(folder: string): Promise<(RunState | undefined)[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readLive(join(folder, name))));
}

async function readLive(file: string): Promise<RunState | undefined> {
  const state = parseState(await readFile(file, 'utf8').catch(() => ''));
  if (state !== undefined && (await isRunning(state))) return state;
  await rm(file, { force: true }).catch(() => undefined);
  return undefined;
}

function parseState(text: string): RunState | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { pid, start, url, readyAt, engine, log } = value;
    const isComplete = Number.isSafeInteger(pid) && Number(pid) > 0 && typeof url === 'string' && typeof readyAt === 'number';
    if (!isComplete) return undefined;
    const optional = (part: unknown): string | undefined => (typeof part === 'string' ? part : undefined);
    return { pid: Number(pid), start: optional(start), url, readyAt, engine: optional(engine) ?? 'embedded', log: optional(log) };
  } catch {
    return undefined;
  }
}
