import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNativeLauncher } from '#dist/engines/real-nodes/launch/native/launcher.js';
import { processStart } from '#dist/platform/node/process-start.js';
import { addPrograms, type ProgramFolder, programFolder } from './fake-programs.js';
import { isRunning, runningWith, waitUntil } from './processes.js';

let folder: ProgramFolder;
beforeEach(() => {
  folder = programFolder();
  addPrograms(folder);
});
afterEach(() => folder[Symbol.dispose]());

const stateDir = (): string => path.join(folder.path, 'state');
const runsFolder = (): string => path.join(stateDir(), 'native');
const searchPath = (): string => `${folder.path}:/usr/bin:/bin`;

/** Another process with an environment; killed at the end of the scope if it still runs. */
async function orchestrator(mode: string): Promise<{ pids: number[]; run: string; kill(): Promise<void> } & AsyncDisposable> {
  const script = path.join(import.meta.dirname, 'orchestrator.mjs');
  const child = spawn(process.execPath, [script, stateDir(), searchPath(), mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const { pids, state } = JSON.parse(chunk.toString()) as { pids: number[]; state: string };
  return { pids, run: path.dirname(state), kill, [Symbol.asyncDispose]: kill };
}

/** Opens an environment, which removes leftovers first, and closes it. @returns the reported steps */
async function openOnce(): Promise<string[]> {
  const steps: string[] = [];
  const launcher = createNativeLauncher({ binaries: {}, environment: { PATH: searchPath() }, stateDir: stateDir() });
  const environment = await launcher.open({ services: {}, published: {}, host: '127.0.0.1', onProgress: (step) => steps.push(step) });
  await environment.close();
  return steps;
}

describe('an orchestrator that ends without closing', () => {
  test.each([
    ['killed', 'wait'],
    ['killed while its services are frozen', 'frozen'],
  ])('default: %s: everything is removed', async (_, mode) => {
    await using other = await orchestrator(mode);
    expect(other.pids.map(isRunning)).toEqual([true, true, true]);
    await other.kill();
    await waitUntil(() => !other.pids.some(isRunning) && !existsSync(other.run));
    await waitUntil(() => runningWith(other.run).length === 0);
  });

  test('default: ended by itself: everything is removed', async () => {
    await using other = await orchestrator('exit');
    await waitUntil(() => !other.pids.some(isRunning) && !existsSync(other.run));
    await waitUntil(() => runningWith(other.run).length === 0);
  });

  test('behavior: the next run ends what the watchdog could not end', async () => {
    await using other = await orchestrator('wait');
    for (const watchdog of runningWith(`stacks-devnet-watchdog ${other.run}`)) process.kill(watchdog, 'SIGKILL');
    await other.kill();
    expect(other.pids.some(isRunning)).toBe(true);
    expect(await openOnce()).toEqual(['ended 2 processes of an earlier run']);
    await waitUntil(() => !other.pids.some(isRunning));
    expect(readdirSync(runsFolder())).toEqual([]);
  });

  test('behavior: a running network is not changed', async () => {
    await using other = await orchestrator('wait');
    expect(await openOnce()).toEqual([]);
    expect(other.pids.map(isRunning)).toEqual([true, true, true]);
    expect(existsSync(other.run)).toBe(true);
    await other.kill();
    await waitUntil(() => !existsSync(other.run) && !other.pids.some(isRunning));
  });
});

describe('run folders', () => {
  /** Creates the run folder of a dead run with one process. */
  function deadRun(name: string, mark: object, owner: object = {}): string {
    const run = path.join(runsFolder(), name);
    mkdirSync(path.join(run, 'processes'), { recursive: true });
    writeFileSync(path.join(run, 'run.json'), JSON.stringify({ pid: 2 ** 22 - 1, start: '1', machine: hostname(), ports: [], ...owner }));
    writeFileSync(path.join(run, 'processes/bitcoind.json'), JSON.stringify(mark));
    return run;
  }
  async function stranger(): Promise<{ pid: number } & AsyncDisposable> {
    const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    await once(child, 'spawn');
    const { pid = 0 } = child;
    return {
      pid,
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      },
    };
  }

  test('behavior: a process with the recorded pid and start time is ended', async () => {
    await using left = await stranger();
    deadRun('dead', { pid: left.pid, start: await processStart(left.pid) });
    expect(await openOnce()).toEqual(['ended 1 process of an earlier run']);
    await waitUntil(() => !isRunning(left.pid));
  });

  test.each<[string, object]>([
    ['with another start time', { start: '12345' }],
    ['without a start time', {}],
  ])('behavior: a stranger that was given the pid since lives on: noted %s', async (_, mark) => {
    await using other = await stranger();
    const run = deadRun('dead', { pid: other.pid, ...mark });
    expect(await openOnce()).toEqual([]);
    expect(isRunning(other.pid)).toBe(true);
    expect(existsSync(run)).toBe(false);
  });

  test('behavior: pids that mean more than one process are ignored', async () => {
    for (const pid of [-1, 0, 1]) deadRun(`dead${pid}`, { pid, start: await processStart(1) });
    expect(await openOnce()).toEqual([]);
    expect(readdirSync(runsFolder())).toEqual([]);
  });

  test('behavior: runs of other machines are not removed', async () => {
    await using other = await stranger();
    const run = deadRun('elsewhere', { pid: other.pid, start: await processStart(other.pid) }, { machine: `${hostname()}-2` });
    expect(await openOnce()).toEqual([]);
    expect(existsSync(run)).toBe(true);
    expect(isRunning(other.pid)).toBe(true);
  });

  test('behavior: an old folder without an owner is removed', async () => {
    for (const name of ['young', 'old', 'torn']) mkdirSync(path.join(runsFolder(), name), { recursive: true });
    writeFileSync(path.join(runsFolder(), 'torn/run.json'), '{"pid":');
    for (const name of ['old', 'torn']) utimesSync(path.join(runsFolder(), name), new Date(0), new Date(0));
    await openOnce();
    expect(readdirSync(runsFolder())).toEqual(['young']);
  });
});
