import { expect, test } from 'vitest';
import { bytesOfPart } from '#dist/base/storage/parts-image.js';
import type { BridgeServices } from '#dist/sbtc/bridge/bridge.js';
import { createLazyBridge } from '#dist/sbtc/bridge/lazy-bridge.js';
import { createStore } from '#dist/sbtc/bridge/store.js';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const settings: BridgeServices['settings'] = {
  mode: 'manual',
  feeRate: 1,
  depositConfirmations: 1,
  sweepConfirmations: 1,
  withdrawalConfirmations: 0,
  withdrawalExpiry: 10,
};

/** The bridge of a copy of a network. `looks` counts its looks at the chain. */
function bridgeOfCopy() {
  const store = createStore({ ...settings, feeRate: 7 });
  store.rejected.add('1');
  const looks = { count: 0 };
  const index = {
    async current() {
      looks.count++;
      throw new TypeError('no node');
    },
  };
  const services = { settings, deployer: DEPLOYER, index, outsideRestores: (task: () => unknown) => task() };
  const closed = new AbortController().signal;
  const lazy = createLazyBridge(DEPLOYER, () => ({ ...services, onWarning: () => undefined, closed }) as unknown as BridgeServices, store);
  return { store, looks, lazy };
}

test('behavior: a snapshot, a state file and a copy that are taken while the bridge loads have what it knows', async () => {
  const { store, lazy } = bridgeOfCopy();
  expect(lazy.loaded()).toBeUndefined();
  const returnTo = lazy.save();
  expect(lazy.copy()).toEqual(store);
  const dumped = await bytesOfPart(lazy.write);
  const bridge = await lazy.get();
  expect(bridge.copy()).toEqual(store);

  lazy.reset();
  expect(bridge.copy()).toEqual(createStore(settings));
  returnTo();
  expect(bridge.copy()).toEqual(store);
  lazy.reset();
  (await lazy.load(dumped, {} as never))();
  expect(bridge.copy()).toEqual(store);
});

test('behavior: a restore while the bridge loads is one of the bridge, too', async () => {
  const { lazy } = bridgeOfCopy();
  lazy.reset();
  expect(lazy.copy()).toBeUndefined();
  expect((await lazy.get()).copy()).toEqual(createStore(settings));
});

test('behavior: the bridge of a copy reacts to blocks that come while it loads', async () => {
  const { looks, lazy } = bridgeOfCopy();
  lazy.onEvent({ type: 'bitcoin.block' } as Parameters<typeof lazy.onEvent>[0]);
  await (await lazy.get()).settled();
  expect(looks.count).toBe(1);
});
