import type { TxOut } from '../../protocol/codec/transaction.js';
import { depthOf, isImmature, isTrusted, mempoolRivals, statusOf, type WalletView } from './history.js';
import type { WalletPlace, WalletTx } from './state.js';

/** An unspent output of a wallet. */
export type WalletCoin = {
  key: string;
  tx: WalletTx;
  index: number;
  output: TxOut;
  depth: number;
  /** Confirmed, or change of the wallet's own payment. */
  trusted: boolean;
  /** Trusted, and neither replaced nor a replacement while it is unconfirmed: what a payment may spend. */
  safe: boolean;
  immature: boolean;
};

/** Returns the unspent outputs, those of coinbases that are too young included. @param minDepth the minimum of confirmations */
export function unspentCoins(view: WalletView, minDepth = 0): WalletCoin[] {
  const trust = new Map<string, boolean>();
  return [...view.state.available.entries()].flatMap(([key, place]) => coinAt(view, key, place, { trust, minDepth }) ?? []);
}

/** Returns an unspent output by its `outPointKey`. */
export function unspentCoin(view: WalletView, key: string): WalletCoin | undefined {
  const place = view.state.available.get(key);
  return place && coinAt(view, key, place, { trust: new Map(), minDepth: 0 });
}

/** Returns an output that pays the wallet, spent or not, whatever became of its transaction (Core's `IsMine`). */
export function ownOutput({ state }: WalletView, key: string): TxOut | undefined {
  const place = state.owned.get(key);
  return place && state.transactions.get(place.txid)?.record.tx.outputs[place.index];
}

type Search = {
  /** What is known already of unconfirmed transactions, by txid. */
  trust: Map<string, boolean>;
  minDepth: number;
};

function coinAt(view: WalletView, key: string, place: WalletPlace, { trust, minDepth }: Search) {
  const { txid, index } = place;
  const tx = view.state.transactions.get(txid);
  const output = tx?.record.tx.outputs[index];
  if (tx === undefined || output === undefined) return undefined;
  const depth = place.forgotten === true ? depthOf(view, statusOf(view, tx)) : unspentDepth(view, key);
  if (depth === undefined || depth < minDepth || isSpent(view, key)) return undefined;
  const trusted = depth > 0 || isTrusted(view, tx, trust);
  const safe = trusted && (depth > 0 || (tx.replaces === undefined && tx.replacedBy === undefined));
  return { key, tx, index, output, depth, trusted, safe, immature: isImmature(view, tx, depth) };
}

/** Returns the confirmations of an output that neither the chain nor the mempool spends, otherwise undefined. */
function unspentDepth({ core: { chain, mempool } }: WalletView, key: string): number | undefined {
  // An output of the mempool is in no block: a fork must not ask its origin for it.
  const pending = mempool.pool.coin(key);
  const confirmed = pending === undefined ? chain.coin(key) : undefined;
  if ((confirmed ?? pending) === undefined || mempool.pool.spender(key) !== undefined) return undefined;
  return confirmed === undefined ? 0 : chain.tip().height - confirmed.height + 1;
}

/**
 * Whether a transaction of the wallet spends an output (Core's `IsSpent`): one that is confirmed, in the mempool, or left it without a
 * conflict and may return, unless it is abandoned.
 */
export function isSpent(view: WalletView, key: string): boolean {
  return (view.state.spenders.get(key) ?? []).some((txid) => {
    const tx = view.state.transactions.get(txid);
    if (tx === undefined || tx.abandoned === true) return false;
    const { type } = statusOf(view, tx);
    return type !== 'conflicted' && (type !== 'inactive' || mempoolRivals(view, tx).length === 0);
  });
}

/** The balances in sats, as `getbalances`. */
export function balancesOf(view: WalletView, coins = unspentCoins(view)): { trusted: bigint; pending: bigint; immature: bigint } {
  const total = { trusted: 0n, pending: 0n, immature: 0n };
  for (const { output, trusted, immature } of coins) total[immature ? 'immature' : trusted ? 'trusted' : 'pending'] += output.value;
  return total;
}
