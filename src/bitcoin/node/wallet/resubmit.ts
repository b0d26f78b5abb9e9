import { RejectError } from '../../protocol/codec/error.js';
import { isCoinbase } from '../../protocol/codec/transaction.js';
import { inOrder, statusOf, type WalletView } from './history.js';

/** Submits the payments again that are neither confirmed nor abandoned, as bitcoind does when it loads a wallet. */
export function resubmit(view: WalletView): void {
  const { core } = view;
  if (!core.walletDefaults.broadcasts) return;
  let count = 0;
  for (const tx of inOrder(view.state)) {
    const { type } = statusOf(view, tx);
    if (tx.abandoned === true || isCoinbase(tx.record.tx) || type === 'confirmed' || type === 'conflicted') continue;
    if (type === 'mempool' || enters(view, tx.record)) count++;
  }
  if (count > 0) core.log.info(`[${view.state.name}] ResubmitWalletTransactions: resubmit ${count} unconfirmed transactions`);
}

function enters({ core }: WalletView, record: Parameters<typeof core.mempool.submit>[0]): boolean {
  try {
    core.mempool.submit(record);
    return true;
  } catch (error) {
    if (error instanceof RejectError) return false;
    throw error;
  }
}
