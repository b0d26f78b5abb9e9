import { hashFromHex, hashToHex } from '../../../chains/bitcoin/codec/hex.js';
import type { OutPoint, TxIn } from '../../../chains/bitcoin/codec/transaction.js';
import { unspentCoins, type WalletCoin } from './coins.js';
import type { WalletView } from './history.js';
import { TRUC_VERSION } from './payment-limits.js';
import type { WalletTx } from './state.js';

/** The largest sequence that signals replaceability (BIP125). */
export const MAX_BIP125 = 0xfffffffd;

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

/** Returns the unsigned input that spends a coin. */
export function inputOf({ tx, index }: WalletCoin): TxIn {
  return { previous: { hash: hashFromHex(tx.record.txid), index }, scriptSig: new Uint8Array(), sequence: MAX_BIP125, witness: [] };
}

/** Returns the coins that a payment may spend by itself, those beyond the {@link isWithinLimits | limits of chains} included. */
export function spendable(view: WalletView, conditions: CoinConditions): WalletCoin[] {
  const { includeUnsafe, minDepth = 0, maxDepth = Number.POSITIVE_INFINITY, version } = conditions;
  const isSpendable = ({ key, safe, immature, depth }: WalletCoin) =>
    !immature && (safe || includeUnsafe) && depth <= maxDepth && !view.state.locked.has(key);
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
export function checkVersions({ depth, tx }: WalletCoin, version: number, error: (message: string) => Error): void {
  const before = tx.record.tx.version;
  if (depth > 0 || before === version || (before !== TRUC_VERSION && version !== TRUC_VERSION)) return;
  throw error(`Can't spend unconfirmed version ${before} pre-selected input with a version ${version} tx`);
}

/** Whether a payment of a version may spend a coin: an unconfirmed one of version 3 only once, and with its own kind. */
function fitsVersion({ core: { mempool } }: WalletView, { depth, tx }: WalletCoin, version: number): boolean {
  if (depth > 0) return true;
  const isTruc = tx.record.tx.version === TRUC_VERSION;
  const entry = mempool.pool.get(tx.record.txid);
  return isTruc === (version === TRUC_VERSION) && !(isTruc && entry !== undefined && mempool.pool.children(entry).size > 0);
}

/** Whether a payment with an unconfirmed coin keeps the limits of unconfirmed chains. */
export function isWithinLimits({ core }: WalletView, { depth, tx }: WalletCoin): boolean {
  if (depth > 0 || !core.walletDefaults.rejectsLongChains) return true;
  const { pool, policy } = core.mempool;
  const entry = pool.get(tx.record.txid);
  if (entry === undefined) return false;
  const ancestors = pool.ancestors(entry);
  if (ancestors.size + 2 > policy.ancestorCount) return false;
  return [entry, ...ancestors.values()].every((each) => pool.descendants(each).size + 2 <= policy.descendantCount);
}

/** Returns the least confirmations of coins that a payment may spend, if it must. */
export function leastDepth({ core }: WalletView, { minDepth = 0 }: CoinConditions): number {
  return core.walletDefaults.spendsUnconfirmedChange ? minDepth : Math.max(1, minDepth);
}

/**
 * Chooses coins: the smallest that suffices, or else the largest ones. Unconfirmed ones only if confirmed ones do not suffice.
 * @param isUseful whether a coin is worth more than what it costs
 * @param suffices whether coins cover the payment and its fee
 */
export function chooseCoins(
  view: WalletView,
  conditions: CoinConditions,
  { isUseful, suffices }: { isUseful: (coin: WalletCoin) => boolean; suffices: (coins: WalletCoin[]) => boolean },
): WalletCoin[] | undefined {
  for (const minDepth of new Set([Math.max(1, conditions.minDepth ?? 0), leastDepth(view, conditions)])) {
    const coins = spendable(view, { ...conditions, minDepth }).filter(isUseful);
    coins.sort((a, b) => (a.output.value < b.output.value ? -1 : a.output.value > b.output.value ? 1 : 0));
    const single = coins.find((coin) => suffices([coin]) && isWithinLimits(view, coin));
    if (single !== undefined) return [single];
    const chosen: WalletCoin[] = [];
    for (const coin of coins.reverse()) {
      if (!isWithinLimits(view, coin)) continue;
      chosen.push(coin);
      if (suffices(chosen)) return chosen;
    }
  }
  return undefined;
}
