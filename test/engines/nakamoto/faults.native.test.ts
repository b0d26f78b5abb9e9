import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect } from 'vitest';
import type { Engine, EngineOptions } from '#dist/engines/engine.js';
import { startNakamotoEngine } from '#dist/engines/nakamoto/engine.js';
import type { Launcher } from '#dist/engines/nakamoto/launcher.js';
import { testCache } from '../../cache.js';
import { engineOptions } from '../../contract/engine.js';
import { testWithNodes as test } from '../native/real-nodes.js';
import { nativeLauncher } from './native.js';
import { bitcoin, next, watched } from './watched.js';

const run = promisify(execFile);
const running: Engine[] = [];
const folders: string[] = [];

async function boot(launcher: Launcher, changes: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await startNakamotoEngine({ ...engineOptions, cache: testCache, ...changes }, launcher);
  running.push(engine);
  return engine;
}

/** Signals the process that listens on a port of this machine. */
async function signalListener(port: number, signal: NodeJS.Signals): Promise<void> {
  const { stdout } = await run('ss', ['-Hltnp', `sport = :${port}`]);
  const pid = /pid=(\d+)/.exec(stdout)?.[1];
  if (pid === undefined) throw new Error(`nobody listens on port ${port}`);
  process.kill(Number(pid), signal);
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

test('behavior: a Bitcoin block before the miner has committed to the tenure stalls Stacks, which is told and cured', async () => {
  const engine = await boot(nativeLauncher());
  const mine = () => bitcoin(engine, 'generatetoaddress', 1, 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH');
  await engine.mineBitcoin(1);
  const stalled = next(engine, 'stall');
  // The commit in the mempool names the tenure before: taken at once, it wins a sortition that begins no tenure.
  const begun = next(engine, 'stacks.block');
  await mine();
  await begun;
  await mine();
  expect(await stalled).toMatchObject({ cause: expect.stringContaining('its tenure does not begin') });
  await next(engine, 'stacks.block');
  const tips = engine.tips();
  expect(tips.stacks.burnHeight).toBe(tips.bitcoin.height);
  await engine.mineStacks(1);
});

test('error: a signer that does not answer is told within seconds, and the network goes on when it answers again', async () => {
  const { launcher, services } = watched(nativeLauncher());
  const engine = await boot(launcher);
  const port = services.get('stacks-signer')?.reach('events').port ?? 0;
  const stalled = next(engine, 'stall');
  await signalListener(port, 'SIGSTOP');
  const mined = engine.mineBitcoin(1);
  expect(await stalled).toMatchObject({ cause: expect.stringContaining('the signers do not answer') });
  await signalListener(port, 'SIGCONT');
  await mined;
  const { bitcoin, stacks } = engine.tips();
  expect(stacks.burnHeight).toBe(bitcoin.height);
});

test('behavior: two networks from one cache at once', async () => {
  const [first, second] = await Promise.all([boot(nativeLauncher()), boot(nativeLauncher())]);
  const { height } = first.tips().bitcoin;
  await Promise.all([first.mineBitcoin(2), second.mineBitcoin(1)]);
  expect(first.services.bitcoin.rpcUrl).not.toBe(second.services.bitcoin.rpcUrl);
  expect(first.tips().bitcoin.height).toBe(height + 2);
  expect(second.tips().bitcoin.height).toBe(height + 1);
});

describe('a service that is killed during the boot ends it at once', () => {
  test.each([
    ['bitcoind', 'rpc', 'starting stacks-signer'],
    ['stacks-node', 'rpc', 'starting stacks-signer'],
    ['stacks-signer', 'events', 'Epoch 3.0'],
  ])('error: %s', async (name, port, when) => {
    const { launcher, services } = watched(nativeLauncher());
    let killed: Promise<void> | undefined;
    const onProgress = (step: string): void => {
      if (step.startsWith(when)) killed = signalListener(services.get(name)?.reach(port).port ?? 0, 'SIGKILL');
    };
    await expect(boot(launcher, { cache: { dir: '', enabled: false }, onProgress })).rejects.toMatchObject({
      code: 'NOT_REACHABLE',
      message: `${name} ended by itself, by SIGKILL`,
      hint: expect.stringContaining(name),
    });
    await killed;
  });
});

test('error: an abort ends a boot at once, and its services with it', async () => {
  const abort = new AbortController();
  const { launcher, services } = watched(nativeLauncher());
  const reason = new Error('never mind');
  const cache = { dir: '', enabled: false };
  const starting = boot(launcher, { cache, signal: abort.signal, onWaiting: () => abort.abort(reason) });
  await expect(starting).rejects.toMatchObject({ code: 'ABORTED', cause: reason });
  const ends = await Promise.all([...services.values()].map((service) => service.ended));
  expect(ends.every(({ expected }) => expected)).toBe(true);
});

test('behavior: a kept network that is truncated is not used', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'nakamoto-cache-'));
  folders.push(dir);
  const steps: string[] = [];
  const cache = { dir, enabled: true };
  await (await boot(nativeLauncher(), { cache })).close();
  const [entry = ''] = await readdir(join(dir, 'nakamoto'));
  await truncate(join(dir, 'nakamoto', entry, 'state', 'regtest', 'blocks', 'blk00000.dat'), 1_000);
  await boot(nativeLauncher(), { cache, onProgress: (step) => steps.push(step) });
  expect(steps).not.toContain('starting from the kept network');
  expect(steps).toContain('kept for later boots');
});
