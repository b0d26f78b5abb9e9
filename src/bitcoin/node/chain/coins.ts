import type { Coin } from './coin.js';
import { txidOfKey } from './coin-hash.js';
import { ForkMap } from './fork-map.js';

/** The unspent outputs at a tip, by `outPointKey`. */
export type Coins = Pick<ForkMap<Coin>, 'get' | 'has' | 'set' | 'delete' | 'entries'> & {
  readonly size: number;
  /**
   * Returns an independent copy, in constant time. @param tree of the copy's state, which a fork of another chain asks @default the same
   */
  fork(tree?: Tree): Coins;
};

/** The transactions of a tree of blocks, by txid. */
type Tree = { has(txid: string): boolean };

/**
 * The unspent outputs of a fork: those that its own blocks created, and those of the origin that they have not spent. `has`, `entries` and
 * `size` are about the former: a block repeats no transaction of the origin, whose inputs are spent.
 */
export function forkedCoins(originCoin: (key: string) => Coin | undefined, tree: Tree): Coins {
  return view(new ForkMap(), new ForkMap(), originCoin, tree);
}

function view(own: ForkMap<Coin>, spent: ForkMap<true>, originCoin: (key: string) => Coin | undefined, tree: Tree): Coins {
  // What a transaction of the tree created is never the origin's.
  const isOrigins = (key: string) => !spent.has(key) && !tree.has(txidOfKey(key));
  return {
    get size() {
      return own.size;
    },
    get: (key) => own.get(key) ?? (isOrigins(key) ? originCoin(key) : undefined),
    has: (key) => own.has(key),
    set(key, coin) {
      spent.delete(key);
      own.set(key, coin);
    },
    delete(key) {
      const isOwn = own.delete(key);
      const isNew = !spent.has(key);
      spent.set(key, true);
      return isOwn || isNew;
    },
    entries: () => own.entries(),
    fork: (other = tree) => view(own.fork(), spent.fork(), originCoin, other),
  };
}
