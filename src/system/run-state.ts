import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../json.js';
import type { Environment } from './environment.js';
import { processStart } from './process-start.js';
import { createStateFolder, stateFolders } from './state-folder.js';
import { writeWhole } from './write-whole.js';

/** The folder of these files, and that of logs, below the one of the state. */
const RUNS = 'runs';
export const LOGS = 'logs';

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
 * @returns a function that withdraws it
 * @throws the file system's error if neither the state folder nor the temporary one can be written
 */
export async function publishState(env: Environment, run: Pick<RunState, 'url' | 'engine' | 'log'>): Promise<() => Promise<void>> {
  const file = join(createStateFolder(env, RUNS), `${process.pid}.json`);
  const state: RunState = { pid: process.pid, start: await processStart(process.pid), ...run, readyAt: Date.now() };
  await writeWhole(file, `${JSON.stringify(state)}\n`);
  return () => rm(file, { force: true });
}

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
