import { invalid } from '../../error.js';
import type { StacksBlock } from './chain/block/block.js';
import { goTo } from './chain/production/go-to.js';
import type { Hold } from './chain/state/checkpoints.js';
import type { Chunks } from './chain/state/chunks.js';
import type { Sortition } from './chain/state/sortition.js';
import type { ChainState } from './chain/state/state.js';
import type { PoolEntry } from './mempool/pool.js';
import type { StacksSnapshot } from './types.js';

/** Blocks and sortitions refer to their predecessors and never change, so their tips represent the whole chains. */
type Snapshot = StacksSnapshot & {
  readonly block: StacksBlock;
  readonly sortition: Sortition;
  readonly waiting: readonly PoolEntry[];
  readonly deferred: readonly string[];
  readonly chunks: Chunks;
  readonly hold: Hold;
};

export async function captureSnapshot({
  vm,
  ledger,
  sortitions,
  pool,
  deferred,
  chunks,
  checkpoints,
}: ChainState): Promise<StacksSnapshot> {
  const hold = await checkpoints.hold(vm, ledger.tip);
  const snapshot: Snapshot = {
    height: ledger.tip.height,
    block: ledger.tip,
    sortition: sortitions.tip,
    waiting: pool.snapshot(),
    deferred: [...deferred],
    chunks: new Map(chunks),
    hold,
    release: () => checkpoints.release(hold),
  };
  return snapshot;
}

/**
 * Goes to the snapshot's state.
 * @returns the blocks that left the chain
 * @throws DevnetError INVALID_INPUT for a released snapshot or another node's
 */
export async function restoreSnapshot(state: ChainState, snapshot: StacksSnapshot): Promise<StacksBlock[]> {
  if (!isHeld(state, snapshot)) throw invalid('snapshot', 'one of this node that was not released', 'another');
  await goTo(state, snapshot.block);
  const left = state.ledger.switchTo(snapshot.block);
  state.sortitions.switchTo(snapshot.sortition);
  state.pool.restore(snapshot.waiting);
  state.contracts.clear();
  state.accounts.clear();
  state.deferred.clear();
  for (const txid of snapshot.deferred) state.deferred.add(txid);
  state.chunks.clear();
  for (const [key, chunk] of snapshot.chunks) state.chunks.set(key, chunk);
  return left;
}

function isHeld(state: ChainState, snapshot: StacksSnapshot): snapshot is Snapshot {
  return 'hold' in snapshot && state.checkpoints.has(snapshot.hold as Hold);
}
