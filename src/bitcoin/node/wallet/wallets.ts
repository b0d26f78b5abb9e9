import { untilComplete } from '../../../base/missing.js';
import { createTurns } from '../../../base/turns.js';
import { hashFromHex } from '../../protocol/codec/hex.js';
import { outPointKey } from '../../protocol/codec/transaction.js';
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
import { type KeptWallets, missedChanges } from './slot.js';
import { emptyWallet, forkWallet, noWallets, type WalletOptions, type WalletsState } from './state.js';

export type Wallets = {
  names(): string[];
  loaded(): string[];
  get(name: string): WalletView | undefined;
  has(name: string): boolean;
  /** @param options `seed`: whether a wallet with private keys that is not blank gets new ones @default true */
  create(options: WalletOptions & { seed?: boolean }): WalletView;
  /**
   * Adds a wallet to the loaded ones, and what happened since it was unloaded. Meanwhile the wallet follows the node, but nobody can
   * use it.
   * @param from the first height to read @default that of the lowest block
   * @throws DevnetError ORIGIN; Error if a restored snapshot has no such wallet
   */
  load(name: string, from?: number): Promise<void>;
  /** Runs a task that fills a wallet. Meanwhile the wallet follows the node, but nobody can use it. @throws what the task throws */
  fill(name: string, task: () => Promise<void>): Promise<void>;
  /** Whether `fill` runs for a wallet. */
  isFilling(name: string): boolean;
  unload(name: string): void;
  /** Forgets a wallet. */
  remove(name: string): void;
  /** The wallets that a node with a folder loads at its start. */
  startup(): string[];
  setStartup(name: string, load: boolean): void;
  /**
   * Reads the blocks of a range of heights and, if it ends with the tip, the mempool. Other calls are answered meanwhile. A loaded wallet
   * has the blocks that come meanwhile, anyway.
   * @param to @default the tip
   * @throws DevnetError ORIGIN
   */
  scan(view: WalletView, from: number, to?: number): Promise<void>;
  snapshot(): WalletsState;
  /** Also does what happened since the wallets were kept. */
  restore(kept: KeptWallets | undefined): void;
};

/** Creates the node's wallets. They observe the node while one is loaded. */
export function createWallets(core: NodeCore): Wallets {
  let state: WalletsState = noWallets();
  let stop: (() => void) | undefined;
  const filling = new Set<string>();

  const view = (name: string): WalletView | undefined => {
    const wallet = state.loaded.has(name) ? state.wallets.get(name) : undefined;
    return wallet && { state: wallet, core };
  };
  const views = () => [...state.loaded].map(view).filter((each) => each !== undefined);

  const readBlock = (each: WalletView, { records, header }: BlockEntry, now = core.clock.now()) => {
    for (const record of records) learn(each, record, Math.min(header.time, now), now);
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
  const observe = (change: CoreChange, now?: number) => {
    if (change.type === 'added') for (const each of views()) readEntry(each, change.entry);
    if (change.type === 'removed' && change.reason !== 'block') for (const each of views()) returnCoins(each, [change.entry.record]);
    if (change.type === 'disconnected') {
      for (const each of views()) {
        // As in Core, a transaction that `removeprunedfunds` removed comes back.
        const heard = now ?? core.clock.now();
        for (const record of change.block.records) learn(each, record, heard, heard);
        returnCoins(each, change.block.records);
        // Nothing can bring back the coinbase of an orphaned block, or what spends it, except that block.
        for (const { txid } of change.block.records.slice(0, 1)) abandon(each, txid);
      }
    }
    if (change.type === 'connected') for (const each of views()) readBlock(each, change.block, now);
  };
  const follow = () => {
    if (state.loaded.size > 0) stop ??= core.observers.add((change) => observe(change));
    else {
      stop?.();
      stop = undefined;
    }
  };

  const wallets: Wallets = {
    names: () => [...state.wallets.keys()],
    loaded: () => [...state.loaded].filter((name) => !filling.has(name)),
    has: (name) => state.wallets.has(name),
    get: (name) => (filling.has(name) ? undefined : view(name)),
    isFilling: (name) => filling.has(name),
    fill: async (name, task) => {
      filling.add(name);
      try {
        await task();
      } finally {
        filling.delete(name);
      }
    },
    create: ({ seed = true, ...options }) => {
      const { keypool, payFeeRate } = core.walletDefaults;
      const wallet = emptyWallet({ ...options, keypool, payFeeRate });
      state.wallets.set(options.name, wallet);
      state.loaded.add(options.name);
      if (seed && options.privateKeys && !options.blank) addSeed(wallet, newDescriptors(), options.birth);
      follow();
      return { state: wallet, core };
    },
    load: (name, from = core.chain.base().height) =>
      wallets.fill(name, async () => {
        for (;;) {
          const wallet = state.wallets.get(name);
          if (wallet === undefined) throw new Error(`There is no wallet "${name}" any more.`);
          state.loaded.add(name);
          follow();
          const loaded = { state: wallet, core };
          await wallets.scan(loaded, from);
          // A snapshot that was restored meanwhile has its own wallet of this name.
          if (state.wallets.get(name) !== wallet) continue;
          await untilComplete(() => resubmit(loaded));
          return;
        }
      }),
    unload: (name) => {
      const { locked, transactions } = state.wallets.get(name) ?? {};
      for (const [key, { persistent }] of [...(locked?.entries() ?? [])]) if (!persistent) locked?.delete(key);
      for (const [txid, { madeAt, ...tx }] of [...(transactions?.entries() ?? [])]) if (madeAt !== undefined) transactions?.set(txid, tx);
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
    scan: async (each, from, to = Number.POSITIVE_INFINITY) => {
      const lowest = core.chain.base().height;
      const turn = createTurns();
      // What a fork reads from its origin, it reads at once.
      if (from < lowest) await untilComplete(() => readOrigin(each, from, Math.min(to, lowest)));
      let height = Math.max(from, lowest);
      for (; height <= Math.min(to, core.chain.tip().height); height++) {
        const block = core.chain.at(height);
        if (block !== undefined) await untilComplete(() => readBlock(each, block));
        await turn();
      }
      // The end, without a turn before it, so that no block is between the last one and the mempool.
      if (height <= core.chain.tip().height) return;
      await untilComplete(() => {
        for (const entry of inOrderOfParents(core)) readEntry(each, entry);
      });
    },
    snapshot: () => {
      const kept = fork(state);
      for (const name of filling) kept.loaded.delete(name);
      return kept;
    },
    restore: (kept) => {
      state = kept === undefined ? noWallets() : fork(kept.state);
      follow();
      if (kept !== undefined) for (const { change, time } of missedChanges(kept)) observe(change, time);
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
