import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startNakamotoEngine } from '#dist/engines/real-nodes/engine.js';
import type { Launcher } from '#dist/engines/real-nodes/launch/launcher.js';
import type { Engine, EngineOptions } from '#dist/stacks/engine/engine.js';
import { testCache } from '../../cache.js';
import { engineOptions } from '../../contract/engine.js';
import type { Hands } from './hands.js';
import { bitcoin, next, serviceOf, watched } from './watched.js';

/** Faults that every engine of real nodes handles. */
export function faultsSuite(newLauncher: () => Launcher, { kill, pause, resume }: Hands): void {
  describe('faults', () => {
    const running: Engine[] = [];
    const folders: string[] = [];

    async function boot(launcher: Launcher, changes: Partial<EngineOptions> = {}): Promise<Engine> {
      const engine = await startNakamotoEngine({ ...engineOptions, cache: testCache, ...changes }, launcher);
      running.push(engine);
      return engine;
    }

    afterEach(async () => {
      await Promise.all(running.splice(0).map((engine) => engine.close()));
      await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
    });

    test('behavior: a Bitcoin block before the miner commits to the tenure stalls Stacks, which is reported and fixed', async () => {
      const engine = await boot(newLauncher());
      const mine = () => bitcoin(engine, 'generatetoaddress', 1, 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH');
      await engine.mineBitcoin(1);
      const stalled = next(engine, 'stall');
      // Just after a tenure has begun, the commit in the mempool names the tenure before. Such a commit wins a sortition without a tenure.
      // The miner may replace it before the block, so that several blocks may be necessary.
      for (let hasStalled = false; !hasStalled; ) {
        const begun = next(engine, 'stacks.block').then(() => false);
        await mine();
        hasStalled = await Promise.race([begun, stalled.then(() => true)]);
      }
      expect(await stalled).toMatchObject({ cause: expect.stringContaining('its tenure does not begin') });
      await next(engine, 'stacks.block');
      const tips = engine.tips();
      expect(tips.stacks.burnHeight).toBe(tips.bitcoin.height);
      await engine.mineStacks(1);
    });

    test('error: a signer that does not answer is reported within seconds, and the network continues when it answers', async () => {
      const { launcher, services } = watched(newLauncher());
      const engine = await boot(launcher);
      const signer = serviceOf(services, 'stacks-signer');
      const stalled = next(engine, 'stall');
      await pause(signer);
      const mined = engine.mineBitcoin(1);
      expect(await stalled).toMatchObject({ cause: expect.stringContaining('the signers do not answer') });
      await resume(signer);
      await mined;
      const { bitcoin, stacks } = engine.tips();
      expect(stacks.burnHeight).toBe(bitcoin.height);
    });

    test('behavior: a network closes although a signer does not answer', async () => {
      const { launcher, services } = watched(newLauncher());
      const engine = await boot(launcher);
      const signer = serviceOf(services, 'stacks-signer');
      await pause(signer);
      await engine.close();
      expect(await signer.ended).toEqual({ code: null, signal: 'SIGKILL', expected: true });
    });

    test('behavior: two networks boot from one cache', async () => {
      const [first, second] = await Promise.all([boot(newLauncher()), boot(newLauncher())]);
      // One of them may have booted from the state that the other kept, which has more blocks.
      const [before, beforeSecond] = [first, second].map((engine) => engine.tips().bitcoin.height);
      await Promise.all([first.mineBitcoin(2), second.mineBitcoin(1)]);
      expect(first.services.bitcoin.rpcUrl).not.toBe(second.services.bitcoin.rpcUrl);
      expect(first.tips().bitcoin.height).toBe((before ?? 0) + 2);
      expect(second.tips().bitcoin.height).toBe((beforeSecond ?? 0) + 1);
    });

    describe('a kill of a service aborts the boot at once', () => {
      test.each([
        ['bitcoind', 'waiting for stacks-node'],
        ['stacks-node', 'waiting for stacks-node'],
        ['stacks-signer', 'Epoch 3.0'],
      ])('error: %s', async (name, when) => {
        const { launcher, services } = watched(newLauncher());
        let killed: Promise<void> | undefined;
        const onProgress = (step: string): void => {
          if (step.startsWith(when)) killed = kill(serviceOf(services, name));
        };
        const onWaiting = (): void => onProgress('waiting for stacks-node');
        await expect(boot(launcher, { cache: { dir: '', enabled: false }, onProgress, onWaiting })).rejects.toMatchObject({
          code: 'NOT_REACHABLE',
          message: `${name} ended unexpectedly, by SIGKILL`,
          hint: expect.stringContaining(name),
        });
        await killed;
      });
    });

    test('error: an abort ends a boot and its services at once', async () => {
      const abort = new AbortController();
      const { launcher, services } = watched(newLauncher());
      const reason = new Error('never mind');
      const cache = { dir: '', enabled: false };
      const starting = boot(launcher, { cache, signal: abort.signal, onWaiting: () => abort.abort(reason) });
      await expect(starting).rejects.toMatchObject({ code: 'ABORTED', cause: reason });
      const ends = await Promise.all([...services.values()].map((service) => service.ended));
      expect(ends.every(({ expected }) => expected)).toBe(true);
    });

    test('behavior: a kept state from which a boot fails stays until a boot from genesis has replaced it', async () => {
      const dir = await mkdtemp(join(tmpdir(), 'nakamoto-cache-'));
      folders.push(dir);
      const cache = { dir, enabled: true };
      await (await boot(newLauncher(), { cache })).close();
      const [entry = ''] = await readdir(join(dir, 'nakamoto'));
      const file = join(dir, 'nakamoto', entry, 'entry.json');
      const { ino: before } = await stat(file);
      const { launcher, services } = watched(newLauncher());
      const warnings: string[] = [];
      let during: number | undefined;
      let killed: Promise<void> | undefined;
      await boot(launcher, {
        cache,
        // Real nodes warn of any other mode.
        mining: { ...engineOptions.mining, stacks: 'auto' },
        onWarning: (warning) => warnings.push(warning),
        onWaiting: () => {
          killed = kill(serviceOf(services, 'stacks-node'));
        },
        onProgress: (step) => {
          if (step === 'starting bitcoind') during = statSync(file).ino;
        },
      });
      await killed;
      expect(warnings).toEqual(['the kept network did not come up, booting from genesis: stacks-node ended unexpectedly, by SIGKILL']);
      expect(during).toBe(before);
      expect((await stat(file)).ino).not.toBe(before);
      expect(await readdir(join(dir, 'nakamoto'))).toEqual([entry]);
    });

    test('behavior: a truncated cache entry is not used', async () => {
      const dir = await mkdtemp(join(tmpdir(), 'nakamoto-cache-'));
      folders.push(dir);
      const steps: string[] = [];
      const cache = { dir, enabled: true };
      await (await boot(newLauncher(), { cache })).close();
      const [entry = ''] = await readdir(join(dir, 'nakamoto'));
      await truncate(join(dir, 'nakamoto', entry, 'state', 'regtest', 'blocks', 'blk00000.dat'), 1_000);
      await boot(newLauncher(), { cache, onProgress: (step) => steps.push(step) });
      expect(steps).not.toContain('starting from the kept network');
      expect(steps).toContain('kept for later boots');
    });
  });
}
