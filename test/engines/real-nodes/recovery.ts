import { afterEach, describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { subsidy } from '#dist/engines/common/funding/coinbase.js';
import { fundingTransaction } from '#dist/engines/common/funding/transaction.js';
import { startNakamotoEngine } from '#dist/engines/real-nodes/engine.js';
import type { Launcher, Service } from '#dist/engines/real-nodes/launch/launcher.js';
import type { Engine } from '#dist/stacks/engine/engine.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import type { SimulationRequest } from '#dist/stacks/protocol/trace/simulation.js';
import { testCache } from '../../cache.js';
import { engineOptions } from '../../contract/engine.js';
import type { Hands } from './hands.js';
import { waitUntil } from './launch/native/processes.js';
import { bitcoin, next, serviceOf, watched } from './watched.js';

/** A transaction that every node refuses. */
const malformed: SimulationRequest = { type: 'transaction', raw: Buffer.of(1) };

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
}

/** Sends a payment of the network's own coins. @returns its txid */
async function pay(engine: Engine): Promise<string> {
  const { coinbaseKey, bitcoin: payments } = engineOptions.funding;
  // The boot does not spend this coinbase.
  const height = 20;
  const { tx } = (await bitcoin(engine, 'getblock', await bitcoin(engine, 'getblockhash', height))) as { tx: string[] };
  const coinbase = { txid: tx[0] ?? '', amount: subsidy(height) };
  const raw = fundingTransaction(payments, [coinbase], Buffer.from(coinbaseKey, 'hex'));
  return String(await bitcoin(engine, 'sendrawtransaction', Buffer.from(raw).toString('hex')));
}

/** Recovery of every engine of real nodes from a service that ends. */
export function recoverySuite(newLauncher: () => Launcher, { kill, restart }: Hands): void {
  describe('a service that ends unexpectedly', () => {
    const running: Engine[] = [];
    type Running = { engine: Engine; service(name: string): Service; events: EngineEvent[] };
    const boot = async ({ cache = testCache, launcher: given = newLauncher() } = {}): Promise<Running> => {
      const { launcher, services } = watched(given);
      const engine = await startNakamotoEngine({ ...engineOptions, cache }, launcher);
      running.push(engine);
      const events: EngineEvent[] = [];
      engine.subscribe((event) => events.push(event));
      return { engine, service: (name) => serviceOf(services, name), events };
    };
    afterEach(async () => {
      await Promise.all(running.splice(0).map((engine) => engine.close()));
    });

    test.each(['bitcoind', 'stacks-node', 'stacks-signer'])(
      'behavior: %s is restarted after a kill, and the network continues',
      async (name) => {
        const { engine, service, events } = await boot();
        await engine.mineBitcoin(1);
        const { height } = engine.tips().bitcoin;
        const stalled = next(engine, 'stall');
        await kill(service(name));
        expect(await stalled).toEqual({
          type: 'stall',
          cause: `${name} ended unexpectedly, by SIGKILL`,
          remedy: 'It is being started again.',
        });
        expect(engine.outage?.()).toBe(`${name} ended unexpectedly, by SIGKILL`);
        // A request for blocks waits for the restart.
        const hashes = await engine.mineBitcoin(1);
        expect(engine.outage?.()).toBeUndefined();
        expect(engine.tips()).toMatchObject({
          bitcoin: { height: height + hashes.length, hash: hashes.at(-1) },
          stacks: { burnHeight: height + hashes.length },
        });
        await engine.mineStacks(1);
        expect(events.filter(({ type }) => type === 'bitcoin.reorg' || type === 'bitcoin.dropped')).toEqual([]);
      },
    );

    test.each(['bitcoind', 'stacks-node'])(
      'behavior: calls after a kill of %s wait for the restart, before the kill is noticed, too',
      async (name) => {
        const { engine, service } = await boot();
        const before = engine.tips().bitcoin.height;
        await kill(service(name));
        const [hashes] = await Promise.all([engine.mineBitcoin(1), engine.reachable?.()]);
        expect(engine.outage?.()).toBeUndefined();
        expect(engine.tips().stacks.burnHeight).toBe(before + hashes.length);
      },
    );

    test('behavior: a bitcoind that is killed right after a boot has all blocks of the boot', async () => {
      const { engine, service, events } = await boot({ cache: engineOptions.cache });
      const { height, hash } = engine.tips().bitcoin;
      await kill(service('bitcoind'));
      const hashes = await engine.mineBitcoin(1);
      expect(await bitcoin(engine, 'getblockhash', height)).toBe(hash);
      expect(engine.tips()).toMatchObject({
        bitcoin: { height: height + hashes.length, hash: hashes.at(-1) },
        stacks: { burnHeight: height + hashes.length },
      });
      expect(events.filter(({ type }) => type === 'bitcoin.reorg')).toEqual([]);
    });

    test('behavior: calls during a restore wait for its end', async () => {
      const { engine, events } = await boot();
      const { height } = engine.tips().bitcoin;
      const id = await engine.snapshot();
      await engine.mineBitcoin(1);
      const restoring = engine.restore(id);
      await waitUntil(() => engine.outage?.() !== undefined);
      expect(engine.outage?.()).toBe('a snapshot is being restored');
      const restoredBefore = async (call: Promise<unknown> | undefined): Promise<boolean> => {
        await call;
        return events.some(({ type }) => type === 'restored');
      };
      const calls = [engine.reachable?.(), engine.simulate(malformed).catch(ignoreRefusal), engine.mineBitcoin(1)];
      expect(await Promise.all(calls.map(restoredBefore))).toEqual([true, true, true]);
      await restoring;
      expect(engine.outage?.()).toBeUndefined();
      expect(engine.tips().bitcoin.height).toBeGreaterThan(height);
    });

    test('error: after a failed restore calls reject with the reason, and another restore recovers', async () => {
      const launcher = newLauncher();
      let failure: DevnetError | undefined;
      const open: Launcher['open'] = async (plan) => {
        const environment = await launcher.open(plan);
        const load: typeof environment.load = async (source) => {
          if (failure !== undefined) throw failure;
          await environment.load(source);
        };
        return { ...environment, load };
      };
      const { engine } = await boot({ launcher: { ...launcher, open } });
      const id = await engine.snapshot();
      failure = new DevnetError('MISSING', 'the disk is full');
      await expect(engine.restore(id)).rejects.toBe(failure);
      const reason = 'a snapshot could not be restored: the disk is full';
      expect(engine.outage?.()).toBe(reason);
      await expect(engine.mineBitcoin(1)).rejects.toMatchObject({ code: 'NOT_REACHABLE', message: reason });
      await expect(engine.reachable?.()).rejects.toMatchObject({ code: 'NOT_REACHABLE', message: reason });
      failure = undefined;
      await engine.restore(id);
      await engine.mineBitcoin(1);
    });

    test.each(['bitcoind', 'stacks-node', 'stacks-signer'])('error: a running call rejects with the exit status of %s', async (name) => {
      const { engine, service } = await boot();
      const begun = next(engine, 'bitcoin.block');
      const mining = expect(engine.mineBitcoin(50)).rejects.toMatchObject({
        code: 'NOT_REACHABLE',
        message: `${name} ended unexpectedly, by SIGKILL`,
      });
      await begun;
      await kill(service(name));
      await mining;
      await engine.mineBitcoin(1);
    });

    test('behavior: a restarted bitcoind has its blocks, wallets and mempool', async () => {
      const { engine, service, events } = await boot();
      await bitcoin(engine, 'createwallet', 'users');
      await engine.mineBitcoin(1);
      const before = await bitcoin(engine, 'getbestblockhash');
      const txid = await pay(engine);
      const stalled = next(engine, 'stall');
      await restart(service('bitcoind'));
      await stalled;
      await waitUntil(() => engine.outage?.() === undefined);
      expect(await bitcoin(engine, 'getbestblockhash')).toBe(before);
      expect(await bitcoin(engine, 'listwallets')).toEqual(expect.arrayContaining(['miner', 'users']));
      expect(await bitcoin(engine, 'getrawmempool')).toContain(txid);
      await engine.mineBitcoin(1);
      expect(await bitcoin(engine, 'getrawmempool')).not.toContain(txid);
      expect(events.filter(({ type }) => type === 'bitcoin.reorg' || type === 'bitcoin.dropped')).toEqual([]);
    });

    test('error: a service that ends too often is not restarted; calls reject with the reason, and a restore recovers', async () => {
      const { engine, service } = await boot();
      const id = await engine.snapshot();
      let givenUp = false;
      engine.subscribe((event) => {
        givenUp ||= event.type === 'stall' && event.remedy.startsWith('Go back to a snapshot');
      });
      while (!givenUp) {
        const signer = service('stacks-signer');
        await kill(signer);
        await waitUntil(() => givenUp || service('stacks-signer') !== signer);
      }
      const reason = { code: 'NOT_REACHABLE', message: expect.stringContaining('stacks-signer ended unexpectedly') };
      await expect(engine.mineBitcoin(1)).rejects.toMatchObject(reason);
      await expect(engine.mineStacks(1)).rejects.toMatchObject(reason);
      await expect(engine.snapshot()).rejects.toMatchObject(reason);
      expect(engine.outage?.()).toContain('stacks-signer');
      await engine.restore(id);
      expect(engine.outage?.()).toBeUndefined();
      await engine.mineBitcoin(1);
    });
  });
}
