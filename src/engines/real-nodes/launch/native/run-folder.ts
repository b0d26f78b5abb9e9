import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import { processStart } from '#platform/process-start.js';
import { signalGroup } from './process-group.js';

/** Identifies one process: the system reuses pids, so the start time is part of it. */
type ProcessMark = { pid: number; start?: string | undefined };
/** The owner of a run folder, and the ports of its services. */
type Run = ProcessMark & { machine: string; ports: number[] };

const runFile = 'run.json';
const processFolder = 'processes';
/** In ms. A younger folder without a readable run file may still be in creation. */
const youngMs = 600_000;

/**
 * Creates the folder of a new run of this process. It contains `run.json`, `processes` with one file per running process, `logs`, and
 * the `state` of the network.
 */
export async function createRunFolder(folder: string): Promise<void> {
  for (const name of [processFolder, 'logs', 'state']) makeFolder(join(folder, name), 0o700);
  await writeRun(folder, []);
}

/** Publishes the ports of this run to other runs. */
export async function writeRun(folder: string, ports: number[]): Promise<void> {
  const run: Run = { pid: process.pid, start: await processStart(process.pid), machine: hostname(), ports };
  await writeWhole(join(folder, runFile), run);
}

/** Records a process, so that a later run can end it if this one cannot. */
export async function markProcess(folder: string, service: string, pid: number): Promise<void> {
  const mark: ProcessMark = { pid, start: await processStart(pid) };
  await writeWhole(join(folder, processFolder, `${service}.json`), mark);
}

/** Returns the ports of all other running networks. */
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
 * Ends the processes of dead runs and removes their folders. A run is dead if its process on this machine has ended; a process is ended
 * only if its pid and start time match the record.
 * @returns the number of ended processes
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
  // Another machine or a container may use the same home directory. Its pids are different ones.
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
  // Another process may sweep at the same time, and a killed one may still write. The next sweep removes the rest.
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  return ended;
}

/** Without a start time, which some platforms do not report, no process counts as ours. */
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
  // 0 and 1 mean the group of this process, and every process.
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

/** Renames the file when it is complete, so that no reader gets half of it. */
async function writeWhole(path: string, value: object): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
