import type { Utxo } from '../../../bitcoin/client.js';
import { COINBASE_MATURITY } from '../../../bitcoin/coinbase-maturity.js';
import { type Coin, outpoint } from './coin.js';
import type { PendingPayment } from './pending.js';

/** The node's unspent outputs at a height, and the faucet's payments in its mempool by txid. */
type Unspent = { utxos: readonly Utxo[]; height: number; payments: ReadonlyMap<string, PendingPayment> };

/** The coins that the faucet knows: confirmed outputs, and the change of pending payments. */
export type Coins = {
  /**
   * Takes coins worth at least `need(count)` sats for `count` coins. Later calls skip them until they are given back.
   * @returns undefined if the usable coins do not suffice
   */
  take(need: (count: number) => bigint): Coin[] | undefined;
  giveBack(coins: readonly Coin[]): void;
  /** Records an accepted payment: its inputs are spent, its change can be spent. */
  spent(txid: string, inputs: readonly Coin[], change: readonly Coin[]): void;
  /** Records that a payment is in a block, which ends its chain of unconfirmed transactions, or that the node refused it after all. */
  confirmed(txid: string): void;
  /** Keeps coins until the next block: their chain is too long, or a foreign transaction spends them. */
  setAside(coins: readonly Coin[]): void;
  newBlock(): void;
  /** Replaces all coins by the node's unspent outputs, without those that pending payments spend and with the change of these payments. */
  reload(unspent: Unspent): void;
  /** Whether the next block makes more coins usable. */
  blocked(): boolean;
  /** The usable coins: their number and their sats. */
  total(): { count: number; amount: bigint };
};

/** Core's default limit of mempool ancestors is 25, which includes the transaction itself. */
const MAX_DEPTH = 24;

export function createCoins(): Coins {
  let usable = new Map<string, Coin>();
  let aside = new Map<string, Coin>();
  const taken = new Map<string, Coin>();
  /** The length of the chain of unconfirmed transactions of each pending payment. */
  let pending = new Map<string, number>();
  /** The number of pending payments when they were read, until the next block. */
  let inMempool = 0;

  const depth = ({ txid }: Coin): number => pending.get(txid) ?? 0;
  /** Confirmed coins first, then by amount: small payments leave the large coins for large payments. */
  const candidates = (): Coin[] =>
    [...usable.values()]
      .filter((coin) => depth(coin) < MAX_DEPTH)
      .sort((a, b) => depth(a) - depth(b) || compare(a.amount, b.amount) || compare(a.txid, b.txid) || a.vout - b.vout);

  return {
    take(need) {
      const sorted = candidates();
      const single = sorted.find((coin) => coin.amount >= need(1));
      const chosen = single === undefined ? gather(sorted, need) : [single, ...crumbs(sorted, need(1), single)];
      for (const coin of chosen ?? []) {
        usable.delete(outpoint(coin));
        taken.set(outpoint(coin), coin);
      }
      return chosen;
    },
    giveBack(coins) {
      for (const coin of coins) {
        if (taken.delete(outpoint(coin))) usable.set(outpoint(coin), coin);
      }
    },
    spent(txid, inputs, change) {
      const longest = Math.max(0, ...inputs.map(depth));
      // Another replica's payment may spend coins that this one has not taken.
      for (const coin of inputs) for (const coins of [taken, usable, aside]) coins.delete(outpoint(coin));
      // A reload may have found the payment before the answer of the node came.
      if (pending.has(txid)) return;
      pending.set(txid, longest + 1);
      for (const coin of change) usable.set(outpoint(coin), coin);
    },
    confirmed(txid) {
      pending.delete(txid);
    },
    setAside(coins) {
      for (const coin of coins) {
        taken.delete(outpoint(coin));
        aside.set(outpoint(coin), coin);
      }
    },
    newBlock() {
      usable = new Map([...usable, ...aside]);
      aside = new Map();
      inMempool = 0;
    },
    reload({ utxos, height, payments }) {
      const inputs = [...payments.values()].flatMap((payment) => payment.inputs);
      const gone = new Set([...taken.keys(), ...aside.keys(), ...inputs.map(outpoint)]);
      pending = withDepths(payments);
      inMempool = pending.size;
      const mature = utxos.filter((utxo) => !utxo.coinbase || height - utxo.height + 1 >= COINBASE_MATURITY);
      const change = [...payments.values()].flatMap((payment) => payment.change);
      usable = new Map([...mature, ...change].map((coin) => [outpoint(coin), coin] as const).filter(([key]) => !gone.has(key)));
    },
    blocked: () => aside.size > 0 || taken.size > 0 || inMempool > 0 || [...usable.values()].some((coin) => depth(coin) >= MAX_DEPTH),
    total() {
      const coins = [...usable.values()];
      return { count: coins.length, amount: coins.reduce((sum, coin) => sum + coin.amount, 0n) };
    },
  };
}

/** From this number on, coins too small for a payment are merged into one that is made anyway, so many at a time. */
const MANY_CRUMBS = 20;
const SWEEP = 10;

function crumbs(sorted: readonly Coin[], need: bigint, single: Coin): Coin[] {
  const small = sorted.filter((coin) => coin !== single && coin.amount < need);
  return small.length < MANY_CRUMBS ? [] : small.slice(0, SWEEP);
}

/** Takes the largest coins first, so that few are needed. */
function gather(sorted: readonly Coin[], need: (count: number) => bigint): Coin[] | undefined {
  const chosen: Coin[] = [];
  let amount = 0n;
  for (const coin of [...sorted].sort((a, b) => compare(b.amount, a.amount))) {
    chosen.push(coin);
    amount += coin.amount;
    if (amount >= need(chosen.length)) return chosen;
  }
  return undefined;
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the length of each payment's chain of unconfirmed transactions. */
function withDepths(payments: ReadonlyMap<string, PendingPayment>): Map<string, number> {
  const known = new Map<string, number>();
  const depthOf = (txid: string): number => {
    const payment = payments.get(txid);
    if (payment === undefined) return 0;
    const depth = known.get(txid) ?? 1 + Math.max(0, ...payment.inputs.map((coin) => depthOf(coin.txid)));
    known.set(txid, depth);
    return depth;
  };
  for (const txid of payments.keys()) depthOf(txid);
  return known;
}
