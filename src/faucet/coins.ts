import type { Utxo } from '../chains/bitcoin/client/client.js';

/** An output that the faucet owns: `amount` in sats, `script` the P2WPKH script of one of its keys, as hex. */
export type Coin = { txid: string; vout: number; amount: bigint; script: string };

/** The faucet's outputs as it knows them: confirmed ones, and the change of payments that wait for a block. */
export type Coins = {
  /**
   * Takes coins worth at least `need(count)` sats for `count` coins; nobody else gets them until they are given back.
   * @returns undefined when the usable coins do not suffice
   */
  take(need: (count: number) => bigint): Coin[] | undefined;
  giveBack(coins: readonly Coin[]): void;
  /** A payment was accepted: its inputs are spent, its change can be spent. */
  spent(txid: string, inputs: readonly Coin[], change: readonly Coin[]): void;
  /** A payment is in a block: chains of unconfirmed transactions end with it. */
  confirmed(txid: string): void;
  /** The node refused these until the next block: too long a chain, or somebody else's transaction spends them. */
  setAside(coins: readonly Coin[]): void;
  newBlock(): void;
  /** Replaces everything known: what the node lists, less what waiting payments spend, and their change. */
  reload(utxos: readonly Utxo[], height: number, waiting: (txid: string) => boolean): void;
  /** Whether coins are held back that a block will make usable. */
  blocked(): boolean;
  /** Usable coins and what they are worth. */
  total(): { count: number; amount: bigint };
};

/** Blocks that a coinbase must have before it can be spent: consensus. */
const MATURITY = 100;
/** Core's default limit of ancestors in the mempool is 25, the transaction included. */
const MAX_DEPTH = 24;

export function createCoins(): Coins {
  let usable = new Map<string, Coin>();
  let aside = new Map<string, Coin>();
  const taken = new Map<string, Coin>();
  /** Payments that wait for a block, with the length of their chain of unconfirmed ancestors. */
  const waiting = new Map<string, { inputs: readonly Coin[]; change: readonly Coin[]; depth: number }>();

  const depth = ({ txid }: Coin): number => waiting.get(txid)?.depth ?? 0;
  /** Confirmed before unconfirmed, then the smallest that do: large coins are kept for large payments. */
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
      for (const coin of inputs) taken.delete(outpoint(coin));
      waiting.set(txid, { inputs, change, depth: longest + 1 });
      for (const coin of change) usable.set(outpoint(coin), coin);
    },
    confirmed(txid) {
      waiting.delete(txid);
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
    },
    reload(utxos, height, isWaiting) {
      for (const txid of [...waiting.keys()]) if (!isWaiting(txid)) waiting.delete(txid);
      const gone = new Set([...taken.keys(), ...aside.keys()]);
      for (const { inputs } of waiting.values()) for (const coin of inputs) gone.add(outpoint(coin));
      const mature = utxos.filter((utxo) => !utxo.coinbase || height - utxo.height + 1 >= MATURITY);
      const change = [...waiting.values()].flatMap((payment) => payment.change);
      usable = new Map([...mature, ...change].map((coin) => [outpoint(coin), coin] as const).filter(([key]) => !gone.has(key)));
    },
    blocked: () => aside.size > 0 || taken.size > 0 || [...usable.values()].some((coin) => depth(coin) >= MAX_DEPTH),
    total() {
      const coins = [...usable.values()];
      return { count: coins.length, amount: coins.reduce((sum, coin) => sum + coin.amount, 0n) };
    },
  };
}

/** Many coins too small for a payment are swept up with one that is made anyway. */
const MANY_CRUMBS = 20;
const SWEEP = 10;

function crumbs(sorted: readonly Coin[], need: bigint, single: Coin): Coin[] {
  const small = sorted.filter((coin) => coin !== single && coin.amount < need);
  return small.length < MANY_CRUMBS ? [] : small.slice(0, SWEEP);
}

/** The largest first, so that few are needed. */
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

function outpoint({ txid, vout }: Coin): string {
  return `${txid}:${vout}`;
}
