import { expect, test } from 'vitest';
import { createMutex } from '#dist/base/async.js';
import { followNode } from '#dist/bitcoin/esplora/follow-node.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { createStates } from '#dist/network/devnet/local/states.js';
import type { Devnet } from '#dist/network/types.js';
import { type BridgeServices, createBridge } from '#dist/sbtc/bridge/bridge.js';
import type { BridgeStore } from '#dist/sbtc/bridge/store.js';
import { createStacksClient } from '#dist/stacks/protocol/client/client.js';
import { account, bootDevnet } from '../../devnet.js';

/** Returns a promise with the function that resolves it. */
function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Requests that a test holds up by their name. */
type Holds = Map<string, () => Promise<unknown>>;

/** A bridge for a network whose own one is paused. `states` restores the network and this bridge, as the network does with its own. */
async function bridgeFor(devnet: Devnet) {
  const holds: Holds = new Map();
  const warnings: string[] = [];
  const log: string[] = [];
  const closing = new AbortController();
  const { run } = createMutex();
  const bitcoin = createBitcoinClient({ rpcUrl: devnet.urls.bitcoin, rpcUser: 'devnet', rpcPassword: 'devnet' });
  const stacks = createStacksClient({ rpcUrl: devnet.urls.stacks });
  const index = followNode(bitcoin.call);
  const held =
    <Args extends unknown[], T>(name: string, ask: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      log.push(name);
      await holds.get(name)?.();
      return ask(...args);
    };
  const services: BridgeServices = {
    deployer: devnet.sbtc.deployer,
    settings: await devnet.sbtc.configuration(),
    index: { ...index, current: held('index', index.current) },
    bitcoin: { ...bitcoin, send: held('send', bitcoin.send) },
    stacks: { ...stacks, account: held('account', stacks.account), broadcast: held('broadcast', stacks.broadcast) },
    tracker: { ledger: { state: () => ({ at: 'unknown' }) }, receipt: () => undefined },
    tips: () => ({ bitcoin: { height: 0, hash: '' }, stacks: { height: 0, hash: '', burnHeight: 0 } }),
    outsideRestores: run,
    emit: () => undefined,
    onWarning: (message) => warnings.push(message),
    closed: closing.signal,
  };
  const bridge = createBridge(services);
  const stores = new Map<string, BridgeStore>();
  const { states } = createStates({
    engine: {
      tips: services.tips,
      async snapshot(onTaken: () => void) {
        onTaken();
        const id = await devnet.snapshot();
        stores.set(id, bridge.copy());
        return id;
      },
      async restore(id: string) {
        log.push('restore');
        await holds.get('restore')?.();
        await devnet.restore(id);
        bridge.restore(stores.get(id));
        bridge.onEvent({ type: 'restored', id });
      },
    },
    tracking: { saved: { present: () => new Map(), keep: () => undefined }, history: {} },
    chaos: { requireNodes: () => undefined, beforeRestore: async () => undefined },
    outsideSends: run,
    version: '',
  } as unknown as Parameters<typeof createStates>[0]);
  return {
    ...{ bridge, states, bitcoin, holds, log, warnings },
    [Symbol.dispose]: () => {
      closing.abort();
      stacks.close();
    },
  };
}

/** Makes a deposit, and announces it to a bridge. */
async function deposit(devnet: Devnet, { bridge, bitcoin }: Pick<Awaited<ReturnType<typeof bridgeFor>>, 'bridge' | 'bitcoin'>) {
  const { address } = account(devnet, 'wallet_1').stx;
  const { txid, vout, depositScript, reclaimScript } = await devnet.sbtc.deposit({ recipient: address, amount: 200_000n, wait: false });
  const transactionHex = String(await bitcoin.call('getrawtransaction', [txid]));
  await bridge.announce({ bitcoinTxid: txid, bitcoinTxOutputIndex: vout, depositScript, reclaimScript, transactionHex });
  return { txid, vout };
}

const MANUAL = { sbtc: { bridge: { mode: 'manual' } }, mining: { bitcoin: 'manual', stacks: 'manual' } } as const;

test('behavior: a look during which a snapshot is restored shows the restored state alone', async () => {
  await using devnet = await bootDevnet({ sbtc: { bridge: { mode: 'manual' } } });
  using own = await bridgeFor(devnet);
  const { bridge, holds } = own;
  const { txid, vout } = await deposit(devnet, own);
  expect((await bridge.state()).deposits).toMatchObject([{ txid }]);
  expect(bridge.txidOf(`${txid}:${vout}`)).toBe(txid);

  const answer = gate();
  holds.set('index', () => answer.opened);
  const looking = bridge.state();
  await new Promise(setImmediate);
  bridge.restore(undefined);
  bridge.onEvent({ type: 'restored', id: 'before the deposit' });
  answer.open();
  expect((await looking).deposits).toEqual([]);
  expect(bridge.txidOf(`${txid}:${vout}`)).toBeUndefined();
});

test('behavior: a restore waits for the sweep that the bridge is sending, so that it is not sent into the restored state', async () => {
  await using devnet = await bootDevnet(MANUAL);
  using own = await bridgeFor(devnet);
  const { bridge, states, bitcoin, holds, log } = own;
  await deposit(devnet, own);
  await devnet.bitcoin.mine();
  const { id } = await states.snapshot();

  const [sending, answer] = [gate(), gate()];
  holds.set('send', () => {
    sending.open();
    return answer.opened;
  });
  const stepping = bridge.step();
  await sending.opened;
  const restoring = states.restore(id);
  // An answer of a node in this process takes fewer turns.
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(log).not.toContain('restore');
  answer.open();
  expect(await stepping).toMatchObject({ type: 'sweep' });
  await restoring;
  expect(log).toContain('restore');
  expect(await bitcoin.mempool()).toEqual([]);
  expect((await bridge.state()).deposits).toMatchObject([{ status: 'pending' }]);
});

test('error: a step that a restore interrupts sends nothing into the restored state', async () => {
  await using devnet = await bootDevnet(MANUAL);
  using own = await bridgeFor(devnet);
  const { bridge, states, holds, log } = own;
  await deposit(devnet, own);
  await devnet.bitcoin.mine();
  expect(await bridge.step()).toMatchObject({ type: 'sweep' });
  await devnet.bitcoin.mine();
  await devnet.stacks.mine();
  const { id } = await states.snapshot();

  holds.set('account', async () => {
    holds.clear();
    await states.restore(id);
  });
  await expect(bridge.step()).rejects.toMatchObject({ code: 'ROLLED_BACK' });
  expect(log).not.toContain('broadcast');
  // What is due in the restored state is done.
  expect(await bridge.step()).toMatchObject({ type: 'mint' });
  expect(log.filter((name) => name === 'broadcast')).toHaveLength(1);
});

test('behavior: a round that a restore interrupts ends without a warning, and a bridge that the restored state pauses sends nothing', async () => {
  await using devnet = await bootDevnet(MANUAL);
  using own = await bridgeFor(devnet);
  const { bridge, states, holds, log, warnings } = own;
  await deposit(devnet, own);
  await devnet.bitcoin.mine();
  const { id } = await states.snapshot();
  const paused = bridge.copy();

  // The look of the round ends with an error, because the state that it reads goes away.
  let looks = 0;
  holds.set('index', async () => {
    if (++looks > 1) return;
    await states.restore(id);
    throw new TypeError('the node was stopped');
  });
  await bridge.configure({ mode: 'auto' }).catch(() => undefined);
  await bridge.settled();
  await bridge.settled();
  expect(bridge.configuration().mode).toBe(paused.settings.mode);
  expect(warnings).toEqual([]);
  expect(log).not.toContain('send');
  const { statusMessage } = (await bridge.state()).deposits[0] ?? {};
  expect(statusMessage).toBe('Just received deposit');
});

test('error: a restore undoes a change and a rejection that the bridge has not finished', async () => {
  await using devnet = await bootDevnet(MANUAL);
  using own = await bridgeFor(devnet);
  const { bridge, states, holds } = own;
  const { id } = await states.snapshot();
  const { txid, vout } = await deposit(devnet, own);

  const answer = gate();
  holds.set('index', () => answer.opened);
  const looking = bridge.state();
  const calls = Promise.allSettled([bridge.configure({ feeRate: 99 }), bridge.reject({ txid, vout })]);
  await new Promise(setImmediate);
  await states.restore(id);
  answer.open();
  await looking;
  const rolledBack = { status: 'rejected', reason: { code: 'ROLLED_BACK' } };
  expect(await calls).toMatchObject([rolledBack, rolledBack]);
  expect(bridge.configuration().feeRate).not.toBe(99);
  expect([...bridge.copy().rejected]).toEqual([]);
});

test('behavior: calls during a restore belong to the restored state', async () => {
  await using devnet = await bootDevnet(MANUAL);
  using own = await bridgeFor(devnet);
  const { bridge, states, holds, log } = own;
  await deposit(devnet, own);
  await devnet.bitcoin.mine();
  const { id } = await states.snapshot();
  await bridge.configure({ feeRate: 99 });

  const [restoring, answer] = [gate(), gate()];
  holds.set('restore', () => {
    restoring.open();
    return answer.opened;
  });
  const restored = states.restore(id);
  await restoring.opened;
  const calls = Promise.all([bridge.configure({ withdrawalExpiry: 7 }), bridge.step()]);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(log).not.toContain('send');
  answer.open();
  await restored;
  const [{ feeRate, withdrawalExpiry }, step] = await calls;
  expect(feeRate).not.toBe(99);
  expect(withdrawalExpiry).toBe(7);
  expect(step).toMatchObject({ type: 'sweep' });
});
