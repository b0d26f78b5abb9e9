import type { Transaction } from '../../../protocol/codec/transaction/transaction.js';
import type { PoolEntry } from '../../mempool/pool.js';
import { selectTransactions } from '../../mempool/select.js';
import { epochAt, isNakamoto } from '../epoch.js';
import type { ChainState } from '../state/state.js';

/** Whether a block that begins no tenure can be made, and would have a transaction of the mempool in it. */
export function hasMinable(state: ChainState): boolean {
  return isNakamoto(epochAt(state.epochs, state.ledger.tip.sortition.height)) && select(state).length > 0;
}

/** Selects the transactions of the next block. */
export function select({ pool, ledger, deferred, sortitions, hasTransactions, vm }: ChainState): PoolEntry[] {
  if (!hasTransactions(sortitions.tip.height)) return [];
  return selectTransactions({
    pool,
    nonce: (principal) => ledger.nonce(principal),
    accept: ({ transaction }) => !deferred.has(transaction.txid) && !vm.breakpoints.isHeld(transaction.txid) && isMinable(transaction),
  });
}

/** The mempool takes transfers with post-conditions, but no block does: they wait until something replaces them. */
function isMinable({ payload, postConditions }: Transaction): boolean {
  return payload.type !== 'transfer' || postConditions.length === 0;
}
