import { decodeTransaction } from '../../../protocol/codec/transaction/transaction.js';
import { poolEntry } from '../../mempool/entry.js';
import type { StacksBlock } from '../block/block.js';
import type { ChainState } from '../state/state.js';

/**
 * Follows a Bitcoin reorganisation: goes back to the last Stacks block of a tenure that began at `forkHeight` or below.
 * Transactions of the blocks left wait again unless others took their place.
 * @returns the blocks left
 */
export function rewind(state: ChainState, forkHeight: number): StacksBlock[] {
  const { ledger, sortitions, pool } = state;
  const fork = sortitions.at(forkHeight);
  if (fork === undefined) throw new RangeError(`no Bitcoin block at height ${forkHeight}`);
  const target = lastBlockUpTo(ledger.tip, forkHeight);
  const leaves = target !== ledger.tip;
  // Both switch at once: a request between them would find a tip without a sortition.
  sortitions.switchTo(fork);
  if (!leaves) return [];
  const left = ledger.switchTo(target);
  state.deferred.clear();

  const waiting = pool.snapshot();
  pool.restore([]);
  for (const block of left.toReversed()) {
    for (const { raw } of block.transactions) {
      const transaction = decodeTransaction(raw);
      if (transaction.payload.type !== 'coinbase' && transaction.payload.type !== 'tenure-change')
        pool.add(poolEntry(transaction, block.sortition));
    }
  }
  for (const entry of waiting) pool.add(entry);
  return left;
}

/** The first block stays even if Bitcoin goes back further. */
function lastBlockUpTo(tip: StacksBlock, burnHeight: number): StacksBlock {
  let block = tip;
  while (block.sortition.height > burnHeight && block.parent !== undefined) block = block.parent;
  return block;
}
