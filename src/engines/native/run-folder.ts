import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { processStart } from '../../system/process-start.js';
import { signalGroup } from './process-group.js';

/** A process for good: a pid alone may have been given to another one since. */
type ProcessMark = { pid: number; start?: string | undefined };
/** Who a run folder belongs to, and the ports that its services have or will have. */
type Run = ProcessMark & { machine: string; ports: number[] };

const runFile = 'run.json';
const processFolder = 'processes';
/** A folder without a readable run file is being made, or was when its maker died. */
const youngMs = 60_000;

/**
 * Makes the folder of a new run known as this process's. A run's folder has `run.json`, one file per running process in
 * `processes`, `logs` and the network's `state`.
 */
export async function createRunFolder(folder: string): Promise<void> {
  for (const name of [processFolder, 'logs', 'state']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  await writeRun(folder, []);
}

/** Tells other runs which ports this one has. */
export async function writeRun(folder: string, ports: number[]): Promise<void> {
  const run: Run = { pid: process.pid, start: await processStart(process.pid), machine: hostname(), ports };
  await writeWhole(join(folder, runFile), run);
}

/** Leaves a mark of a process, by which a later run finds it if this one cannot end it. It says nothing once the process has ended. */
export async function markProcess(folder: string, service: string, pid: number): Promise<void> {
  const mark: ProcessMark = { pid, start: await processStart(pid) };
  await writeWhole(join(folder, processFolder, `${service}.json`), mark);
}

/** The ports of all other runs that are alive. */
export async function otherPorts(folder: string, runsFolder: string): Promise<Set<number>> {
  const ports = new Set<number>();
  for (const other of await runFolders(runsFolder)) {
    if (other === folder) continue;
    const run = await readRun(other);
    if (run !== undefined && (await isAlive(run))) for (const port of run.ports) ports.add(port);
  }
  return ports;
}

/**
 * Ends what dead runs have left and removes their folders: only runs of this machine whose process is gone, and only processes
 * that bear the pid and start time that were noted.
 * @returns how many processes were ended
 */
export async function sweepRuns(runsFolder: string): Promise<number> {
  let ended = 0;
  for (const folder of await runFolders(runsFolder)) {
    if (await isDead(folder)) ended += await sweepRun(folder);
  }
  return ended;
}

async function isDead(folder: string): Promise<boolean> {
  const run = await readRun(folder);
  // Another machine, or a container, may use the same home directory: its pids mean nothing here.
  if (run !== undefined) return run.machine === hostname() && !(await isAlive(run));
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > youngMs;
}

async function sweepRun(folder: string): Promise<number> {
  let ended = 0;
  const marks = join(folder, processFolder);
  for (const name of await readdir(marks).catch(() => [])) {
    const mark = parseMark(await readJson(join(marks, name)));
    if (mark !== undefined && (await isAlive(mark)) && signalGroup(mark.pid, 'SIGKILL')) ended++;
  }
  // Another process may be sweeping too, and one that was just killed may still be writing: the next sweep gets the rest.
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  return ended;
}

/** Where the platform does not tell when a process started, nothing is known to be ours. */
async function isAlive({ pid, start }: ProcessMark): Promise<boolean> {
  return start !== undefined && (await processStart(pid)) === start;
}

async function runFolders(runsFolder: string): Promise<string[]> {
  const entries = await readdir(runsFolder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(runsFolder, entry.name));
}

async function readRun(folder: string): Promise<Run | undefined> {
  const value = await readJson(join(folder, runFile));
  const mark = parseMark(value);
  if (mark === undefined || typeof value['machine'] !== 'string' || !Array.isArray(value['ports'])) return undefined;
  return { ...mark, machine: value['machine'], ports: value['ports'].filter((port) => Number.isSafeInteger(port)) };
}

function parseMark({ pid, start }: Record<string, unknown>): ProcessMark | undefined {
  // 0 and 1 would name this process's own group and every process there is.
  if (!Number.isSafeInteger(pid) || Number(pid) <= 1) return undefined;
  return { pid: Number(pid), start: typeof start === 'string' ? start : undefined };
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Written beside and renamed, so that nobody reads half a file. */
async function writeWhole(path: string, value: object): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
