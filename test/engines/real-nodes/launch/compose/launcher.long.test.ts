import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeServices, createComposeLauncher } from '#dist/engines/real-nodes/launch/compose/launcher.js';
import type { ServiceEnvironment } from '#dist/engines/real-nodes/launch/launcher.js';
import { addPrograms, type ProgramFolder, programFolder } from '../native/fake-programs.js';
import { waitUntil } from '../native/processes.js';

/** compose/service.sh needs a shell and pipes but no container. In these tests each container is a process group. */
const script = resolve(import.meta.dirname, '../../../../../compose/service.sh');
let folder: string;
let programs: ProgramFolder;
let containers: Map<string, ChildProcess>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'devnet-compose-'));
  programs = programFolder();
  addPrograms(programs);
  startContainers();
});
afterEach(async () => {
  await Promise.all([...containers.keys()].map(endContainer));
  programs[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

function startContainers(): void {
  const env = { PATH: `${programs.path}:${process.env['PATH']}` };
  containers = new Map(
    composeServices.map((name) => [name, spawn('sh', [script, name, folder], { detached: true, stdio: 'ignore', env })]),
  );
}

async function endContainer(name: string): Promise<void> {
  const child = containers.get(name);
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

async function open(): Promise<ServiceEnvironment> {
  const launcher = createComposeLauncher(folder);
  await launcher.programs();
  return launcher.open({ services: { bitcoind: ['rpc'] }, published: { 'bitcoind/rpc': 0 }, host: '127.0.0.1' });
}

const start = (environment: ServiceEnvironment, ...args: string[]) => environment.start('bitcoind', { program: 'bitcoind', args });

test('default: versions, and an identity that stays the same', async () => {
  const launcher = createComposeLauncher(folder);
  const found = await launcher.programs();
  expect(found).toMatchObject({ bitcoind: { version: '29.0.0', flavour: 'Core' }, 'stacks-node': { version: '4.0.2' } });
  expect(found.bitcoind.identity).toMatch(/^[0-9a-f]{64}$/);
  expect(found.bitcoind.identity).not.toBe(found['stacks-node'].identity);
  expect(await createComposeLauncher(folder).programs()).toEqual(found);
});

test('behavior: output that is still in the pipe when a program has ended is its output', async () => {
  // The containers find this `tee` first: it copies late.
  programs.script('tee', 'sleep 0.5; PATH=/usr/bin:/bin exec tee "$@"');
  await Promise.all([...containers.keys()].map(endContainer));
  startContainers();
  expect(await createComposeLauncher(folder).programs()).toMatchObject({ bitcoind: { version: '29.0.0' } });
  const service = await start(await open(), 'echo', 'the last line');
  expect(await service.ended).toMatchObject({ code: 0 });
  expect(await service.output()).toEqual(['the last line']);
});

test('error: an image without sha256sum has no identity', async () => {
  programs.script('sha256sum', 'exit 127');
  await expect(createComposeLauncher(folder).programs()).rejects.toMatchObject({
    code: 'MISSING',
    message: expect.stringContaining('sha256sum'),
  });
});

test('default: a service runs with its arguments, reports its output and exit status, and close removes its state', async () => {
  const environment = await open();
  expect(await environment.write('conf/a.toml', 'a = 1\n')).toBe(join(folder, 'state/conf/a.toml'));
  const service = await start(environment, 'sh', '-c', 'printf "%s|" "$@"; echo; exit 7', 'sh', 'one two', "it's", '$HOME', '');
  expect(await service.ended).toEqual({ code: 7, signal: null, expected: false });
  expect(await service.output()).toEqual(["one two|it's|$HOME||"]);
  await environment.close();
  await environment.close();
  expect(readdirSync(folder)).toEqual(['services']);
  await expect(start(environment, 'true')).rejects.toMatchObject({ code: 'NOT_READY' });
});

test('behavior: stop is SIGTERM, then SIGKILL; kill is SIGKILL', async () => {
  const environment = await open();
  expect(await (await start(environment, 'sleep', '60')).stop()).toEqual({ code: null, signal: 'SIGTERM', expected: true });
  const deaf = await start(environment, 'sh', '-c', 'trap "" TERM; echo deaf; while :; do sleep 0.05; done');
  // Before the trap is set, SIGTERM ends the shell.
  await waitUntil(async () => (await deaf.output()).includes('deaf'));
  expect(await deaf.stop({ graceMs: 100 })).toEqual({ code: null, signal: 'SIGKILL', expected: true });
  expect(await (await start(environment, 'sleep', '60')).kill()).toEqual({ code: null, signal: 'SIGKILL', expected: true });
});

test('behavior: a frozen service stands still, and load restores the saved state', async () => {
  const environment = await open();
  const service = await start(environment, 'sh', '-c', `while :; do echo x >>${join(folder, 'state/ticks')}; done`);
  await environment.freeze();
  const target = join(folder, 'kept');
  await environment.save(target);
  expect(readFileSync(join(target, 'ticks'), 'utf8')).toBe(readFileSync(environment.path('ticks'), 'utf8'));
  await expect(environment.load(target)).rejects.toMatchObject({ code: 'BUSY' });
  await environment.thaw();
  await service.kill();
  await environment.load(target);
  expect(readdirSync(join(folder, 'state'))).toEqual(['ticks']);
});

test('behavior: programs of an earlier devnet are ended', async () => {
  await start(await open(), 'sleep', '60');
  const pid = Number(readFileSync(join(folder, 'services/bitcoind/pid'), 'utf8'));
  expect(process.kill(pid, 0)).toBe(true);
  const environment = await open();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await (await start(environment, 'true')).ended).toMatchObject({ code: 0 });
});

test('error: a container that has ended', async () => {
  const environment = await open();
  const service = await start(environment, 'sleep', '60');
  await endContainer('bitcoind');
  expect(await service.ended).toEqual({ code: null, signal: 'SIGKILL', expected: false });
  await expect(start(environment, 'true')).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  await environment.close();
});

test('error: a service that compose.yaml does not have', async () => {
  const launcher = createComposeLauncher(folder);
  const services = { bitcoind: ['rpc'], 'stacks-node': ['rpc'], 'stacks-signer': ['events'], 'stacks-signer-2': ['events'] };
  await expect(launcher.open({ services, published: {}, host: '127.0.0.1' })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'signers',
  });
});
