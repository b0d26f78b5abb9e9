import { decodeTransaction } from '../codec/transaction.js';
import { poolEntry } from '../mempool/entry.js';
import type { StacksBlock } from './block.js';
import { replayBlock } from './produce.js';
import type { ChainState, Restorable } from './state.js';

/**
 * Follows a Bitcoin reorganisation: goes back to the last Stacks block whose tenure began at `forkHeight` or below. The VM
 * goes back to the nearest checkpoint and executes the blocks since again, which gives the same state, because execution is
 * deterministic. Transactions of the blocks left wait again unless others took their place.
 */
export async function rewind(state: ChainState, forkHeight: number): Promise<void> {
  const { vm, ledger, sortitions, pool } = state;
  const fork = sortitions.at(forkHeight);
  if (fork === undefined) throw new RangeError(`no Bitcoin block at height ${forkHeight}`);
  sortitions.switchTo(fork);
  const target = lastBlockUpTo(ledger.tip, forkHeight);
  if (target === ledger.tip) return;

  const from = nearestCheckpoint(state, target);
  await vm.restore(from.checkpoint);
  for (let height = from.block.height + 1; height <= target.height; height++) {
    const block = ledger.at(height);
    if (block === undefined) throw new RangeError(`no Stacks block at height ${height}`);
    await replayBlock(state, block);
  }
  const left = ledger.switchTo(target);
  state.deferred.clear();
  state.interfaces.clear();

  const waiting = pool.snapshot();
  pool.restore([]);
  for (const block of left.reverse()) {
    for (const { raw } of block.transactions) {
      const transaction = decodeTransaction(raw);
      if (transaction.payload.type !== 'coinbase' && transaction.payload.type !== 'tenure-change') pool.add(poolEntry(transaction));
    }
  }
  for (const entry of waiting) pool.add(entry);
}

/** The first block stays even if Bitcoin goes back further: the VM's history begins there. */
function lastBlockUpTo(tip: StacksBlock, burnHeight: number): StacksBlock {
  let block = tip;
  while (block.sortition.height > burnHeight && block.parent !== undefined) block = block.parent;
  return block;
}

function nearestCheckpoint({ restorable, ledger }: ChainState, target: StacksBlock): Restorable {
  let best: Restorable | undefined;
  for (const candidate of restorable) {
    if (candidate.block.height > target.height || !ledger.has(candidate.block)) continue;
    if (best === undefined || candidate.block.height > best.block.height) best = candidate;
  }
  if (best === undefined) throw new Error('the checkpoint of the first block is gone');
  return best;
}
