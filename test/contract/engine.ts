import { afterEach, describe, expect, test } from 'vitest';
import { sbtcDeployment } from '#dist/sbtc/deployment.js';
import { DEFAULT_DEPLOYER } from '#dist/sbtc/signers.js';
import type { Engine, EngineOptions, Funding } from '#dist/stacks/engine/engine.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';

/** How a kind of engine is started for the contract. */
export type EngineFactory = (options: EngineOptions) => Promise<Engine>;

const COINBASE_KEY = 'de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8';
const BTC_ADDRESS = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const STX_ADDRESS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const funding: Funding = {
  coinbaseKey: COINBASE_KEY,
  bitcoin: [
    { address: BTC_ADDRESS, amount: 1_000_000_000n },
    { address: BTC_ADDRESS, amount: 12_345n },
  ],
  stacks: [
    { principal: STX_ADDRESS, amount: 100_000_000_000_001n },
    { principal: DEFAULT_DEPLOYER, amount: 100_000_000n },
  ],
};

export const engineOptions: EngineOptions = {
  funding,
  ports: { bitcoin: 0, stacks: 0 },
  host: '127.0.0.1',
  bitcoin: { rpcUser: 'user', rpcPassword: 'secret' },
  mining: { bitcoin: 'manual', stacks: 'manual' },
  epoch: '4.0',
  sbtc: await sbtcDeployment({ deployer: DEFAULT_DEPLOYER, epoch: '4.0', balances: {} }),
  pox: { rewardLength: 20, prepareLength: 5 },
  eventObservers: [],
  cache: { dir: '', enabled: false },
};

/** What every engine keeps, whatever runs its nodes. It speaks to them by their own protocols only. */
export function engineContract(name: string, start: EngineFactory, options: EngineOptions = engineOptions): void {
  describe(`${name} engine`, () => {
    const running: Engine[] = [];
    const boot = async (changes: Partial<EngineOptions> = {}): Promise<Engine> => {
      const engine = await start({ ...options, ...changes });
      running.push(engine);
      return engine;
    };
    afterEach(async () => {
      await Promise.all(running.splice(0).map((engine) => engine.close()));
    });

    test('default: ready means funded, and ten Bitcoin blocks before the next prepare phase', async () => {
      const engine = await boot();
      const { height } = engine.tips().bitcoin;
      const pox = await stacks(engine, '/v2/pox');
      expect(pox).toMatchObject({ current_burnchain_block_height: height, reward_cycle_length: 20, prepare_cycle_length: 5 });
      expect(pox).toHaveProperty(
        'next_cycle.blocks_until_prepare_phase',
        expect.toSatisfy((left: number) => left >= 10),
      );
      expect(await stacks(engine, '/v2/info')).toMatchObject({ burn_block_height: height, stacks_tip_height: engine.tips().stacks.height });
      expect(await stacks(engine, `/v2/accounts/${STX_ADDRESS}?proof=0`)).toMatchObject({
        balance: `0x${100_000_000_000_001n.toString(16).padStart(32, '0')}`,
        nonce: 0,
      });
      const scan = await bitcoin(engine, 'scantxoutset', 'start', [`addr(${BTC_ADDRESS})`]);
      expect(scan).toMatchObject({ success: true, total_amount: 10.00012345 });
      expect(scan).toHaveProperty('unspents', [expect.objectContaining({ coinbase: false }), expect.objectContaining({ coinbase: false })]);
    });

    test('behavior: Stacks follows Bitcoin blocks with one tenure each, and events are in order', async () => {
      const engine = await boot();
      const { height } = engine.tips().bitcoin;
      const events = record(engine);
      const hashes = await engine.mineBitcoin(3);
      // A real miner that has just been started is not elected by each block: one more is mined then.
      expect(hashes.length).toBeGreaterThanOrEqual(3);
      const blocks = hashes.map((hash, index) => [height + 1 + index, hash]);
      const [tip, last] = blocks.at(-1) ?? [];
      expect(await bitcoin(engine, 'getbestblockhash')).toBe(last);
      expect(await stacks(engine, '/v2/info')).toMatchObject({ burn_block_height: tip });
      expect(engine.tips()).toMatchObject({ bitcoin: { height: tip, hash: last }, stacks: { burnHeight: tip } });
      expect(of(events, 'bitcoin.block').map((event) => [event.height, event.hash])).toEqual(blocks);
      const tenures = of(events, 'stacks.block').map(({ burnHeight, burnHash }) => [burnHeight, burnHash]);
      expect(tenures).toHaveLength(3);
      expect(blocks.filter(([, hash]) => tenures.some(([, elected]) => elected === hash))).toEqual(tenures);
    });

    test('behavior: blocks that a client mines are followed, too', async () => {
      const engine = await boot();
      const { height } = engine.tips().bitcoin;
      const followed = next(engine, (event) => event.type === 'stacks.block' && event.burnHeight > height);
      await bitcoin(engine, 'generatetoaddress', 2, BTC_ADDRESS);
      await followed;
      const hashes = await engine.mineBitcoin(1);
      const { bitcoin: tip, stacks: follower } = engine.tips();
      expect(tip.height).toBeGreaterThanOrEqual(height + 3);
      expect(tip.hash).toBe(hashes.at(-1));
      expect(follower.burnHeight).toBe(tip.height);
    });

    test('behavior: a reorganisation of Bitcoin takes Stacks along', async () => {
      const engine = await boot();
      const [first] = await engine.mineBitcoin(2);
      const { height } = engine.tips().bitcoin;
      const events = record(engine);
      await bitcoin(engine, 'invalidateblock', first);
      const hashes = await engine.mineBitcoin(3);
      expect(of(events, 'bitcoin.reorg')).toMatchObject([{ forkHeight: height - 2 }]);
      // A real miner may build on the fork point once more after it was elected on the new chain.
      expect(of(events, 'stacks.reorg').length).toBeGreaterThanOrEqual(1);
      expect(of(events, 'stacks.block').at(-1)).toMatchObject(engine.tips().stacks);
      // Real miners have no commit to a chain that they have just heard of: they are elected one or two blocks later.
      const tip = height - 2 + hashes.length;
      expect(hashes.length).toBeGreaterThanOrEqual(3);
      expect(engine.tips()).toMatchObject({ bitcoin: { height: tip, hash: hashes.at(-1) }, stacks: { burnHeight: tip } });
      expect(await stacks(engine, '/v2/info')).toMatchObject({ burn_block_height: tip });
    });

    test('behavior: a snapshot is a state to go back to, any number of times', async () => {
      const engine = await boot();
      const modes = engine.miningModes();
      expect(modes.bitcoin).toBe('manual');
      await engine.mineBitcoin(1);
      const before = engine.tips();
      const id = await engine.snapshot();
      await engine.restore(id);
      const then = engine.tips();
      // A real miner may have extended its tenure before the snapshot was taken.
      expect(then.bitcoin).toEqual(before.bitcoin);
      expect(then.stacks.height).toBeGreaterThanOrEqual(before.stacks.height);
      const events = record(engine);
      for (let time = 0; time < 2; time++) {
        await engine.mineBitcoin(2);
        await engine.mineStacks(1);
        await engine.setMining({ bitcoin: { intervalMs: 3_600_000 } });
        await engine.restore(id);
        expect(engine.tips()).toEqual(then);
        expect(engine.miningModes()).toEqual(modes);
        expect(await bitcoin(engine, 'getblockcount')).toBe(then.bitcoin.height);
        expect(await stacks(engine, '/v2/info')).toMatchObject({ stacks_tip_height: then.stacks.height });
      }
      expect(of(events, 'restored')).toEqual([
        { type: 'restored', id },
        { type: 'restored', id },
      ]);
      await engine.mineBitcoin(1);
      expect(engine.tips().stacks.burnHeight).toBe(then.bitcoin.height + 1);
    });

    test('error: an unknown or deleted snapshot', async () => {
      const engine = await boot();
      const id = await engine.snapshot();
      await engine.deleteSnapshot(id);
      await expect(engine.restore(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(engine.deleteSnapshot('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('behavior: modes are reported, and an interval mines by itself', async () => {
      const engine = await boot();
      const { stacks: stacksMode } = engine.miningModes();
      const events = record(engine);
      const { height } = engine.tips().bitcoin;
      const mined = next(engine, (event) => event.type === 'stacks.block' && event.burnHeight === height + 2);
      await engine.setMining({ bitcoin: { intervalMs: 1 } });
      await mined;
      await engine.setMining({ bitcoin: 'manual' });
      expect(of(events, 'mining').map(({ modes }) => modes)).toEqual([
        { bitcoin: { intervalMs: 1 }, stacks: stacksMode },
        { bitcoin: 'manual', stacks: stacksMode },
      ]);
    });

    test('error: a port in use, and everything is cleaned up', async () => {
      const engine = await boot();
      const port = Number(new URL(engine.services.bitcoin.rpcUrl).port);
      await expect(start({ ...options, ports: { bitcoin: port, stacks: 0 } })).rejects.toMatchObject({
        code: 'PORT_TAKEN',
        field: 'ports.bitcoin',
        message: expect.stringContaining(`${port}`),
      });
      const stacksPort = Number(new URL(engine.services.stacks.rpcUrl).port);
      await expect(start({ ...options, ports: { bitcoin: 0, stacks: stacksPort } })).rejects.toMatchObject({
        code: 'PORT_TAKEN',
        field: 'ports.stacks',
      });
    });

    test('error: an aborted start', async () => {
      await expect(start({ ...options, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    });

    test('behavior: close is idempotent, and then no node answers', async () => {
      const engine = await boot();
      const {
        bitcoin: { rpcUrl },
        stacks: { rpcUrl: stacksUrl },
      } = engine.services;
      await Promise.all([engine.close(), engine.close()]);
      await engine.close();
      await expect(fetch(rpcUrl)).rejects.toThrow();
      await expect(fetch(`${stacksUrl}/v2/info`)).rejects.toThrow();
      await expect(engine.mineBitcoin(1)).rejects.toMatchObject({ code: 'NOT_READY' });
    });
  });
}

async function bitcoin(engine: Engine, method: string, ...params: unknown[]): Promise<unknown> {
  const { rpcUrl, rpcUser, rpcPassword } = engine.services.bitcoin;
  const authorization = `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}`;
  const response = await fetch(rpcUrl, { method: 'POST', headers: { authorization }, body: JSON.stringify({ id: 1, method, params }) });
  const { result, error } = (await response.json()) as { result: unknown; error: unknown };
  expect(error).toBeNull();
  return result;
}

async function stacks(engine: Engine, path: string): Promise<unknown> {
  const response = await fetch(`${engine.services.stacks.rpcUrl}${path}`);
  expect(response.status).toBe(200);
  return response.json();
}

function record(engine: Engine): EngineEvent[] {
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  return events;
}

function of<T extends EngineEvent['type']>(events: readonly EngineEvent[], type: T): Extract<EngineEvent, { type: T }>[] {
  return events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type);
}

function next(engine: Engine, matches: (event: EngineEvent) => boolean): Promise<EngineEvent> {
  return new Promise((resolve) => {
    const stop = engine.subscribe((event) => {
      if (!matches(event)) return;
      stop();
      resolve(event);
    });
  });
}
