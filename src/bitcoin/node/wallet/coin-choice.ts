import { hashFromHex, hashToHex } from '../../protocol/codec/hex.js';
import type { OutPoint, TxIn } from '../../protocol/codec/transaction.js';
import { unspentCoins, type WalletCoin } from './coins.js';
import type { WalletView } from './history.js';
import { TRUC_VERSION } from './payment-limits.js';
import { isReserved } from './reserved.js';
import type { WalletTx } from './state.js';

export type CoinConditions = {
  includeUnsafe: boolean;
  /** The minimum and maximum of confirmations. */
  minDepth?: number | undefined;
  maxDepth?: number | undefined;
  /** That of the payment: unconfirmed coins of version 3 (TRUC) need the same. */
  version: number;
};

/** Returns an outpoint as Core's messages name it (`COutPoint::ToString`). */
export function outPointText({ hash, index }: OutPoint): string {
  return `COutPoint(${hashToHex(hash).slice(0, 10)}, ${index})`;
}

/** An input of a payment. Without a sequence of its own, it has that of the payment. */
export type PaymentInput = Omit<TxIn, 'sequence'> & { sequence?: number | undefined };

/** Returns the unsigned input that spends a coin. */
export function inputOf({ tx, index }: WalletCoin): PaymentInput {
  return { previous: { hash: hashFromHex(tx.record.txid), index }, scriptSig: new Uint8Array(), witness: [] };
}

/** Returns the coins that a payment may spend by itself, those beyond the limits of chains included. */
export function spendable(view: WalletView, conditions: CoinConditions): WalletCoin[] {
  const { includeUnsafe, minDepth = 0, maxDepth = Number.POSITIVE_INFINITY, version } = conditions;
  const isSpendable = ({ key, safe, immature, depth }: WalletCoin) =>
    !immature && (safe || includeUnsafe) && depth <= maxDepth && !view.state.locked.has(key) && !isReserved(view.state, key);
  const coins = unspentCoins(view, minDepth).filter((coin) => isSpendable(coin) && fitsVersion(view, coin, version));
  return version === TRUC_VERSION ? ofOneParent(coins) : coins;
}

/**
 * Leaves the unconfirmed coins of one transaction, that with the highest value: a transaction of version 3 has at most one unconfirmed
 * parent (BIP431).
 */
function ofOneParent(coins: WalletCoin[]): WalletCoin[] {
  const values = new Map<WalletTx, bigint>();
  for (const { depth, tx, output } of coins) if (depth === 0) values.set(tx, (values.get(tx) ?? 0n) + output.value);
  const [parent] = [...values].reduce<[WalletTx | undefined, bigint]>((best, each) => (each[1] > best[1] ? each : best), [undefined, 0n]);
  return coins.filter(({ depth, tx }) => depth > 0 || tx === parent);
}

/** Checks that an unconfirmed coin that a call names has the version of the payment, if one of both is 3. */
export function checkVersions({ depth, tx }: Pick<WalletCoin, 'depth' | 'tx'>, version: number, error: (message: string) => Error): void {
  const before = tx.record.tx.version;
  if (depth > 0 || before === version || (before !== TRUC_VERSION && version !== TRUC_VERSION)) return;
  throw error(`Can't spend unconfirmed version ${before} pre-selected input with a version ${version} tx`);
}

/** Whether a payment of a version may spend a coin: an unconfirmed one of version 3 only once, and with its own kind. */
function fitsVersion({ core: { mempool } }: WalletView, { depth, tx }: WalletCoin, version: number): boolean {
  if (depth > 0) return true;
  const isTruc = tx.record.tx.version === TRUC_VERSION;
  if (isTruc !== (version === TRUC_VERSION)) return false;
  const { pool } = mempool;
  const entry = isTruc ? pool.get(tx.record.txid) : undefined;
  // A transaction of version 3 has one unconfirmed child, which has none (BIP431).
  return entry === undefined || (pool.children(entry).size === 0 && pool.parents(entry).size === 0);
}

/** How long the chain of unconfirmed transactions is that an unconfirmed coin ends: zeros for a confirmed one. */
type Chain = { ancestors: number; descendants: number };

/** Returns what measures the chains of coins, those of one transaction once. */
function createChainLengths({ core: { mempool } }: WalletView): (coin: WalletCoin) => Chain {
  const { pool } = mempool;
  const known = new Map<string, Chain>();
  const measure = (txid: string): Chain => {
    const entry = pool.get(txid);
    if (entry === undefined) return { ancestors: Number.POSITIVE_INFINITY, descendants: Number.POSITIVE_INFINITY };
    const all = [entry, ...pool.ancestors(entry).values()];
    return { ancestors: all.length, descendants: Math.max(...all.map((each) => pool.descendants(each).size + 1)) };
  };
  return ({ depth, tx: { record } }) => {
    if (depth > 0) return { ancestors: 0, descendants: 0 };
    const chain = known.get(record.txid) ?? measure(record.txid);
    known.set(record.txid, chain);
    return chain;
  };
}

/** Returns what tells whether a payment with a coin keeps the limits of unconfirmed chains, if the wallet refuses longer ones. */
export function createLimitCheck(view: WalletView): (coin: WalletCoin) => boolean {
  const { walletDefaults, mempool } = view.core;
  const chainOf = createChainLengths(view);
  return (coin) => !walletDefaults.rejectsLongChains || fits(chainOf(coin), longestChain(mempool.policy));
}

function fits({ ancestors, descendants }: Chain, most: Chain): boolean {
  return ancestors <= most.ancestors && descendants <= most.descendants;
}

/** The longest chain that the mempool lets a payment extend. */
function longestChain({ ancestorCount, descendantCount }: WalletView['core']['mempool']['policy']): Chain {
  return { ancestors: ancestorCount - 1, descendants: descendantCount - 1 };
}

/** Returns the least confirmations of coins that a payment may spend, if it must. */
export function leastDepth({ core }: WalletView, { minDepth = 0 }: CoinConditions): number {
  return core.walletDefaults.spendsUnconfirmedChange ? minDepth : Math.max(1, minDepth);
}

/**
 * Returns the longest chains that coins may end, in the order in which Core tries them (`AutomaticCoinSelection`): none, short ones, and
 * those that the mempool accepts. A wallet that does not refuse longer chains takes them if it must.
 */
function chainSteps(view: WalletView, conditions: CoinConditions): Chain[] {
  const { policy } = view.core.mempool;
  const steps: Chain[] = [{ ancestors: 0, descendants: 0 }];
  if (leastDepth(view, conditions) > 0) return steps;
  const { ancestors, descendants } = longestChain(policy);
  const part = (divisor: number, most = Number.POSITIVE_INFINITY): Chain => ({
    ancestors: Math.min(most, Math.floor(policy.ancestorCount / divisor)),
    descendants: Math.min(most, Math.floor(policy.descendantCount / divisor)),
  });
  steps.push({ ancestors: 2, descendants: 2 }, part(3, 4), part(2), { ancestors, descendants });
  const endless = { ancestors: Number.POSITIVE_INFINITY, descendants: Number.POSITIVE_INFINITY };
  return view.core.walletDefaults.rejectsLongChains
    ? steps.map((step) => ({ ancestors: Math.min(step.ancestors, ancestors), descendants: Math.min(step.descendants, descendants) }))
    : [...steps, endless];
}

/** How a payment counts its coins. `S` is the sum so far: each coin is added to it once. */
type Counting<S> = {
  /** The sum before the first coin. */
  start: S;
  add(sum: S, coin: WalletCoin): S;
  /** Whether a coin is worth more than what it costs. */
  isUseful(coin: WalletCoin): boolean;
  /** Whether coins cover the payment and its fee. */
  suffices(sum: S): boolean;
};

/**
 * Chooses coins: the smallest that suffices, or else the largest ones. Unconfirmed ones only if confirmed ones do not suffice, and those
 * of longer chains only if those of shorter ones do not.
 */
export function chooseCoins<S>(view: WalletView, conditions: CoinConditions, counting: Counting<S>): WalletCoin[] | undefined {
  const { start, add, isUseful, suffices } = counting;
  const chainOf = createChainLengths(view);
  const all = spendable(view, { ...conditions, minDepth: leastDepth(view, conditions) }).filter(isUseful);
  all.sort((a, b) => (a.output.value < b.output.value ? -1 : a.output.value > b.output.value ? 1 : 0));
  let before = -1;
  for (const step of chainSteps(view, conditions)) {
    const coins = all.filter((coin) => fits(chainOf(coin), step));
    // Without a further coin, what did not suffice does not suffice now.
    if (coins.length === before) continue;
    before = coins.length;
    const single = coins.find((coin) => suffices(add(start, coin)));
    if (single !== undefined) return [single];
    let sum = start;
    for (const [index, coin] of coins.toReversed().entries()) {
      sum = add(sum, coin);
      if (suffices(sum)) return coins.slice(coins.length - index - 1).reverse();
    }
  }
  return undefined;
}
