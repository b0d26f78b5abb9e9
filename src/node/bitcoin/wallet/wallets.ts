import type { BlockEntry } from '../chain/block-entry.js';
import type { NodeCore } from '../core.js';
import type { CoreChange } from '../observers.js';
import { learn, type WalletView } from './history.js';
import { addDescriptors, KEYPOOL_SIZE } from './keys.js';
import { newDescriptors } from './new-keys.js';
import { emptyWallet, forkWallet, type WalletOptions, type WalletsState } from './state.js';

export type Wallets = {
  names(): string[];
  loaded(): string[];
  get(name: string): WalletView | undefined;
  has(name: string): boolean;
  create(options: WalletOptions): WalletView;
  /** Adds a wallet to the loaded ones, and what happened since it was unloaded. */
  load(name: string): void;
  unload(name: string): void;
  /** Reads the blocks of a range of heights and the mempool. */
  scan(view: WalletView, from: number, to?: number): void;
  snapshot(): WalletsState;
  restore(state: WalletsState | undefined): void;
};

/** Creates the node's wallets. They observe the node while one is loaded. */
export function createWallets(core: NodeCore): Wallets {
  let state: WalletsState = { wallets: new Map(), loaded: new Set() };
  let stop: (() => void) | undefined;

  const view = (name: string): WalletView | undefined => {
    const wallet = state.loaded.has(name) ? state.wallets.get(name) : undefined;
    return wallet && { state: wallet, core };
  };
  const views = () => [...state.loaded].map(view).filter((each) => each !== undefined);

  const readBlock = (each: WalletView, { records, header }: BlockEntry) => {
    for (const record of records) learn(each, record, header.time, core.clock.now());
  };
  const observe = (change: CoreChange) => {
    if (change.type === 'added') for (const each of views()) learn(each, change.entry.record, change.entry.time, change.entry.time);
    if (change.type === 'connected') for (const each of views()) readBlock(each, change.block);
  };
  const follow = () => {
    if (state.loaded.size > 0) stop ??= core.observers.add(observe);
    else {
      stop?.();
      stop = undefined;
    }
  };

  const wallets: Wallets = {
    names: () => [...state.wallets.keys()],
    loaded: () => [...state.loaded],
    has: (name) => state.wallets.has(name),
    get: view,
    create: (options) => {
      const wallet = emptyWallet(options);
      state.wallets.set(options.name, wallet);
      state.loaded.add(options.name);
      if (options.privateKeys && !options.blank) {
        const range = { active: true, begin: 0, end: KEYPOOL_SIZE - 1, next: 0, timestamp: options.birth };
        for (const { text, internal } of newDescriptors()) addDescriptors(wallet, { ...range, text, internal }, 'none');
      }
      follow();
      return { state: wallet, core };
    },
    load: (name) => {
      state.loaded.add(name);
      follow();
      const loaded = view(name);
      if (loaded !== undefined) wallets.scan(loaded, 0);
    },
    unload: (name) => {
      state.loaded.delete(name);
      follow();
    },
    scan: (each, from, to = core.chain.tip().height) => {
      for (let height = from; height <= to; height++) {
        const block = core.chain.at(height);
        if (block !== undefined) readBlock(each, block);
      }
      if (to === core.chain.tip().height) {
        for (const { record, time } of core.mempool.pool.entries()) learn(each, record, time, time);
      }
    },
    snapshot: () => fork(state),
    restore: (snapshot) => {
      state = snapshot === undefined ? { wallets: new Map(), loaded: new Set() } : fork(snapshot);
      follow();
    },
  };
  return wallets;
}

function fork({ wallets, loaded }: WalletsState): WalletsState {
  return { wallets: new Map([...wallets].map(([name, wallet]) => [name, forkWallet(wallet)])), loaded: new Set(loaded) };
}
