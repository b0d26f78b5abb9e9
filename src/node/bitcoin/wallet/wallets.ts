import { hashFromHex } from '../../../chains/bitcoin/codec/hex.js';
import { outPointKey } from '../../../chains/bitcoin/codec/transaction.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { NodeCore } from '../core.js';
import type { MempoolEntry } from '../mempool/entry.js';
import type { CoreChange } from '../observers.js';
import { abandon, learn, type WalletView } from './history.js';
import { addSeed } from './keys.js';
import { newDescriptors } from './new-keys.js';
import { originPayments } from './origin-payments.js';
import { resubmit } from './resubmit.js';
import { emptyWallet, forkWallet, noWallets, type WalletOptions, type WalletsState } from './state.js';

export type Wallets = {
  names(): string[];
  loaded(): string[];
  get(name: string): WalletView | undefined;
  has(name: string): boolean;
  /** @param options `seed`: whether a wallet with private keys that is not blank gets new ones @default true */
  create(options: WalletOptions & { seed?: boolean }): WalletView;
  /**
   * Adds a wallet to the loaded ones, and what happened since it was unloaded. @param from the first height to read @default that of the
   * lowest block
   */
  load(name: string, from?: number): void;
  unload(name: string): void;
  /** Forgets a wallet. */
  remove(name: string): void;
  /** The wallets that a node with a folder loads at its start. */
  startup(): string[];
  setStartup(name: string, load: boolean): void;
  /** Reads the blocks of a range of heights and the mempool. */
  scan(view: WalletView, from: number, to?: number): void;
  snapshot(): WalletsState;
  restore(state: WalletsState | undefined): void;
};

/** Creates the node's wallets. They observe the node while one is loaded. */
export function createWallets(core: NodeCore): Wallets {
  let state: WalletsState = noWallets();
  let stop: (() => void) | undefined;

  const view = (name: string): WalletView | undefined => {
    const wallet = state.loaded.has(name) ? state.wallets.get(name) : undefined;
    return wallet && { state: wallet, core };
  };
  const views = () => [...state.loaded].map(view).filter((each) => each !== undefined);

  const readBlock = (each: WalletView, { records, header }: BlockEntry) => {
    for (const record of records) learn(each, record, Math.min(header.time, core.clock.now()), core.clock.now());
    for (const key of spentBy(records)) each.state.available.delete(key);
  };
  const readEntry = (each: WalletView, { record, time }: MempoolEntry) => {
    learn(each, record, time, time);
    for (const key of spentBy([record])) each.state.available.delete(key);
  };
  /** Reads the payments of a wallet among the blocks of the origin of a fork. @throws Missing, DevnetError ORIGIN */
  const readOrigin = (each: WalletView, from: number, to: number) => {
    const { origin } = core.chain;
    if (origin === undefined) return;
    const payments = originPayments(each.state, origin).filter(({ height }) => height >= from && height <= to);
    for (const { record, time } of payments) {
      learn(each, record, Math.min(time, core.clock.now()), core.clock.now());
      for (const key of spentBy([record])) each.state.available.delete(key);
    }
    // Balances and payments ask for one coin after the other: so all are read here, at once.
    const keys = payments.flatMap(({ record: { txid, tx } }) =>
      tx.outputs.map((_, index) => outPointKey({ hash: hashFromHex(txid), index })),
    );
    origin.all(keys.filter((key) => each.state.available.has(key)).map((key) => () => core.chain.coin(key)));
  };
  const observe = (change: CoreChange) => {
    if (change.type === 'added') for (const each of views()) readEntry(each, change.entry);
    if (change.type === 'removed' && change.reason !== 'block') for (const each of views()) returnCoins(each, [change.entry.record]);
    if (change.type === 'disconnected') {
      for (const each of views()) {
        returnCoins(each, change.block.records);
        // Nothing can bring back the coinbase of an orphaned block, or what spends it, except that block.
        for (const { txid } of change.block.records.slice(0, 1)) abandon(each, txid);
      }
    }
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
    create: ({ seed = true, ...options }) => {
      const { keypool, payFeeRate } = core.walletDefaults;
      const wallet = emptyWallet({ ...options, keypool, payFeeRate });
      state.wallets.set(options.name, wallet);
      state.loaded.add(options.name);
      if (seed && options.privateKeys && !options.blank) addSeed(wallet, newDescriptors(), options.birth);
      follow();
      return { state: wallet, core };
    },
    load: (name, from = core.chain.base().height) => {
      state.loaded.add(name);
      follow();
      const loaded = view(name);
      if (loaded === undefined) return;
      wallets.scan(loaded, from);
      resubmit(loaded);
    },
    unload: (name) => {
      const locked = state.wallets.get(name)?.locked;
      for (const [key, { persistent }] of [...(locked?.entries() ?? [])]) if (!persistent) locked?.delete(key);
      state.loaded.delete(name);
      follow();
    },
    remove: (name) => {
      state.loaded.delete(name);
      state.wallets.delete(name);
      follow();
    },
    startup: () => [...state.startup],
    setStartup: (name, load) => {
      if (load) state.startup.add(name);
      else state.startup.delete(name);
    },
    scan: (each, from, to = core.chain.tip().height) => {
      const lowest = core.chain.base().height;
      if (from < lowest) readOrigin(each, from, Math.min(to, lowest));
      for (let height = Math.max(from, lowest); height <= to; height++) {
        const block = core.chain.at(height);
        if (block !== undefined) readBlock(each, block);
      }
      if (to === core.chain.tip().height) {
        for (const entry of inOrderOfParents(core)) readEntry(each, entry);
      }
    },
    snapshot: () => fork(state),
    restore: (snapshot) => {
      state = snapshot === undefined ? noWallets() : fork(snapshot);
      follow();
    },
  };
  return wallets;
}

/** Returns the transactions of the mempool, parents before children. */
function inOrderOfParents({ mempool: { pool } }: NodeCore): MempoolEntry[] {
  const depths = pool.entries().map((entry) => ({ entry, depth: pool.ancestors(entry).size }));
  return depths.sort((a, b) => a.depth - b.depth).map(({ entry }) => entry);
}

function spentBy(records: readonly TxRecord[]): string[] {
  return records.flatMap(({ tx }) => tx.inputs.map(({ previous }) => outPointKey(previous)));
}

/** Makes the coins available again that a block or the mempool spent. */
function returnCoins({ state }: WalletView, records: readonly TxRecord[]): void {
  for (const key of spentBy(records)) {
    const place = state.owned.get(key);
    if (place !== undefined) state.available.set(key, place);
  }
}

function fork({ wallets, loaded, startup }: WalletsState): WalletsState {
  return {
    wallets: new Map([...wallets].map(([name, wallet]) => [name, forkWallet(wallet)])),
    loaded: new Set(loaded),
    startup: new Set(startup),
  };
}
