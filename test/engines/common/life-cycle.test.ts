import { expect, test, vi } from 'vitest';
import { alwaysAuto, type EngineDriver, type EngineLife, startEngine } from '#dist/engines/common/life-cycle.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import type { MiningMode } from '#dist/stacks/mining-mode.js';

type State = { height: number };

function createDriver(changes: Partial<EngineDriver<State>> = {}): EngineDriver<State> {
  let height = 0;
  let mode: MiningMode = 'auto';
  return {
    name: 'embedded',
    services: { bitcoin: { rpcUrl: '', rpcUser: '', rpcPassword: '' }, stacks: { rpcUrl: '' } },
    pox: { firstBurnHeight: 0, rewardLength: 20, prepareLength: 5 },
    epoch: () => '3.4',
    logs: () => [],
    simulate: () => Promise.reject(new Error('not asked')),
    chains: () => Promise.reject(new Error('not asked')),
    tips: () => ({ bitcoin: { height, hash: '' }, stacks: { height, hash: '', burnHeight: height } }),
    mineBitcoin: async (count) => Array.from({ length: count }, () => `${++height}`),
    mineStacks: { unsupported: 'no Stacks block', hint: 'send a transaction' },
    mining: {
      bitcoin: {
        mode: () => mode,
        async set(next) {
          mode = next;
        },
      },
      stacks: alwaysAuto('the miner decides'),
    },
    snapshots: {
      async take(onTaken) {
        onTaken();
        return { height };
      },
      async restore(state, onRestored) {
        height = state.height;
        onRestored();
      },
      remove: () => undefined,
    },
    stateFile: {
      write: async (parts, state) => parts.part('height').wholeBytes(Buffer.from(`${state.height}`)),
      async load(parts) {
        const loaded = Number(Buffer.from(parts.get('height') ?? []).toString());
        return { state: { height: loaded }, tips: { bitcoin: { height: loaded }, stacks: { height: 0, hash: '' } } };
      },
    },
    ...changes,
  };
}

async function started(changes?: Partial<EngineDriver<State>>, prepare?: (life: EngineLife) => void) {
  const events: EngineEvent[] = [];
  const engine = await startEngine<State>(undefined, async (life) => {
    prepare?.(life);
    return createDriver(changes);
  });
  engine.subscribe((event) => events.push(event));
  return { engine, events };
}

test('default: close runs once, last closer first, and ends every verb and event', async () => {
  const order: string[] = [];
  let life: EngineLife | undefined;
  const { engine, events } = await started({}, (given) => {
    life = given;
    given.onClose(
      () => void order.push('first'),
      () => void order.push('last'),
    );
  });
  await Promise.all([engine.close(), engine.close()]);
  expect(order).toEqual(['last', 'first']);
  for (const verb of [
    () => engine.mineBitcoin(1),
    () => engine.mineStacks(1),
    () => engine.setMining({}),
    () => engine.snapshot(),
    () => engine.restore('s1'),
    () => engine.deleteSnapshot('s1'),
  ]) {
    await expect(verb()).rejects.toMatchObject({ code: 'NOT_READY', message: 'the network is closed' });
  }
  life?.events.emit({ type: 'bitcoin.tx', txid: '' });
  expect(events).toEqual([]);
});

test('behavior: a restore mines nothing meanwhile, then has the modes of the snapshot', async () => {
  const meanwhile = vi.fn();
  const driver = createDriver();
  const { snapshots, mining } = driver;
  if ('unsupported' in snapshots) throw new TypeError('the driver has snapshots');
  const { engine, events } = await started({
    ...driver,
    snapshots: {
      ...snapshots,
      async restore(state, onRestored) {
        meanwhile(mining.bitcoin.mode());
        await snapshots.restore(state, onRestored);
      },
    },
  });
  const id = await engine.snapshot();
  await engine.mineBitcoin(2);
  await engine.setMining({ bitcoin: { intervalMs: 5 } });
  await engine.restore(id);
  expect(meanwhile.mock.calls).toEqual([['manual']]);
  expect(engine.tips().bitcoin.height).toBe(0);
  const auto = { bitcoin: 'auto', stacks: 'auto' };
  expect(events).toEqual([
    { type: 'mining', modes: { ...auto, bitcoin: { intervalMs: 5 } } },
    { type: 'restored', id },
    { type: 'mining', modes: auto },
  ]);
  events.length = 0;
  await engine.restore(id);
  expect(events, 'the modes have not changed').toEqual([{ type: 'restored', id }]);
});

test('behavior: a snapshot has the mining modes of its moment, also while a restore has set others', async () => {
  const driver = createDriver();
  const { snapshots, mining } = driver;
  if ('unsupported' in snapshots) throw new TypeError('the driver has snapshots');
  const { engine } = await started({
    ...driver,
    snapshots: {
      ...snapshots,
      async take(onTaken) {
        // As a node that finishes its block first.
        for (let step = 0; step < 10; step++) await Promise.resolve();
        return snapshots.take(onTaken);
      },
    },
  });
  const first = await engine.snapshot();
  await engine.setMining({ bitcoin: { intervalMs: 5 } });
  const taking = engine.snapshot();
  await engine.restore(first);
  expect(engine.miningModes().bitcoin).toBe('auto');
  const beside = engine.restore(first);
  const after = await engine.snapshot();
  await beside;
  await engine.restore(await taking);
  expect(mining.bitcoin.mode()).toEqual({ intervalMs: 5 });
  await engine.restore(after);
  expect(mining.bitcoin.mode()).toBe('auto');
});

test('behavior: a restore that fails keeps the modes', async () => {
  const { engine } = await started({
    snapshots: { take: async () => ({ height: 0 }), restore: () => Promise.reject(new Error('disk')), remove: () => undefined },
  });
  const id = await engine.snapshot();
  await engine.setMining({ bitcoin: { intervalMs: 5 } });
  await expect(engine.restore(id)).rejects.toThrow('disk');
  expect(engine.miningModes().bitcoin).toEqual({ intervalMs: 5 });
});

test('error: verbs that the engine lacks', async () => {
  const { engine } = await started({ snapshots: { unsupported: 'no snapshots' } });
  const lacks = (message: string, hint?: string) => ({ code: 'UNSUPPORTED', message, ...(hint !== undefined && { hint }) });
  await expect(engine.mineStacks(1)).rejects.toMatchObject(lacks('no Stacks block', 'send a transaction'));
  for (const verb of [engine.snapshot(), engine.restore('s1'), engine.deleteSnapshot('s1')]) {
    await expect(verb).rejects.toMatchObject(lacks('no snapshots'));
  }
  await expect(engine.setMining({ stacks: 'manual', bitcoin: 'manual' })).rejects.toMatchObject({
    ...lacks('the miner decides'),
    field: 'stacks',
    received: '"manual"',
  });
  expect(engine.miningModes()).toEqual({ bitcoin: 'auto', stacks: 'auto' });
});

test('error: a snapshot that there is not', async () => {
  const { engine } = await started();
  const id = await engine.snapshot();
  await engine.deleteSnapshot(id);
  for (const verb of [engine.restore(id), engine.deleteSnapshot(id)]) {
    await expect(verb).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'id', received: id });
  }
});

test('error: a start that fails or is aborted closes what it has started', async () => {
  const close = vi.fn();
  const start = async ({ onClose }: EngineLife): Promise<EngineDriver<State>> => {
    onClose(() => Promise.reject(new Error('the cleanup failed')), close);
    throw new Error('no node');
  };
  await expect(startEngine(undefined, start)).rejects.toThrow('no node');
  expect(close).toHaveBeenCalledTimes(1);
  const aborting = new AbortController();
  await expect(
    startEngine(aborting.signal, async ({ onClose }) => {
      onClose(close);
      aborting.abort();
      return createDriver();
    }),
  ).rejects.toMatchObject({ code: 'ABORTED' });
  expect(close).toHaveBeenCalledTimes(2);
});
