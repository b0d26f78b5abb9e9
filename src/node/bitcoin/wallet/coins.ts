import type { TxOut } from '../../../chains/bitcoin/codec/transaction.js';
import { depthOf, isImmature, isTrusted, mempoolRivals, statusOf, type WalletView } from './history.js';
import type { WalletTx } from './state.js';

/** An unspent output of a wallet. */
export type WalletCoin = {
  key: string;
  tx: WalletTx;
  index: number;
  output: TxOut;
  depth: number;
  /** Confirmed, or change of the wallet's own payment. */
  trusted: boolean;
  immature: boolean;
};

/** Returns the unspent outputs, those of coinbases that are too young included. */
export function unspentCoins(view: WalletView): WalletCoin[] {
  const { state, core } = view;
  const coins: WalletCoin[] = [];
  for (const [key, { txid, index }] of state.owned.entries()) {
    const confirmed = core.chain.coin(key) !== undefined;
    if (!confirmed && core.mempool.pool.coin(key) === undefined) continue;
    if (core.mempool.pool.spender(key) !== undefined || isSpentInactive(view, key)) continue;
    const tx = state.transactions.get(txid);
    const output = tx?.record.tx.outputs[index];
    if (tx === undefined || output === undefined) continue;
    const status = statusOf(view, tx);
    const depth = depthOf(view, status);
    coins.push({ key, tx, index, output, depth, trusted: isTrusted(view, tx, status), immature: isImmature(tx, depth) });
  }
  return coins;
}

/** Whether a payment spends the output that left the mempool without a conflict, and may return: unless it is abandoned. */
function isSpentInactive(view: WalletView, key: string): boolean {
  return (view.state.spenders.get(key) ?? []).some((txid) => {
    const tx = view.state.transactions.get(txid);
    if (tx === undefined || tx.abandoned === true) return false;
    return statusOf(view, tx).type === 'inactive' && mempoolRivals(view, tx).length === 0;
  });
}

/** The balances in sats, as `getbalances`. */
export function balancesOf(view: WalletView, coins = unspentCoins(view)): { trusted: bigint; pending: bigint; immature: bigint } {
  const total = { trusted: 0n, pending: 0n, immature: 0n };
  for (const { output, trusted, immature } of coins) total[immature ? 'immature' : trusted ? 'trusted' : 'pending'] += output.value;
  return total;
}
