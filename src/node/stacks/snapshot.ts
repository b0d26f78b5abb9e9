import { invalid } from '../../error.js';
import type { StacksBlock } from './chain/block/block.js';
import type { Chunks } from './chain/state/chunks.js';
import type { Sortition } from './chain/state/sortition.js';
import type { ChainState } from './chain/state/state.js';
import type { PoolEntry } from './mempool/pool.js';
import type { StacksSnapshot } from './types.js';

/** Blocks and sortitions refer to their predecessors and never change, so their tips represent the whole chains. */
class Snapshot implements StacksSnapshot {
  readonly chain: ChainState;
  readonly block: StacksBlock;
  readonly sortition: Sortition;
  readonly waiting: readonly PoolEntry[];
  readonly deferred: readonly string[];
  readonly chunks: Chunks;
  isReleased = false;

  constructor(chain: ChainState) {
    const { ledger, sortitions, pool, deferred, chunks } = chain;
    this.chain = chain;
    this.block = ledger.tip;
    this.sortition = sortitions.tip;
    this.waiting = pool.snapshot();
    this.deferred = [...deferred];
    this.chunks = new Map(chunks);
  }

  get height(): number {
    return this.block.height;
  }

  release(): void {
    this.isReleased = true;
  }
}

export function captureSnapshot(state: ChainState): StacksSnapshot {
  return new Snapshot(state);
}

/**
 * Goes to the snapshot's state.
 * @returns the blocks that left the chain
 * @throws DevnetError INVALID_INPUT for a released snapshot or another node's
 */
export function restoreSnapshot(state: ChainState, snapshot: StacksSnapshot): StacksBlock[] {
  if (!(snapshot instanceof Snapshot) || snapshot.chain !== state || snapshot.isReleased)
    throw invalid('snapshot', 'one of this node that was not released', 'another');
  const left = state.ledger.switchTo(snapshot.block);
  state.sortitions.switchTo(snapshot.sortition);
  state.pool.restore(snapshot.waiting);
  state.deferred.clear();
  for (const txid of snapshot.deferred) state.deferred.add(txid);
  state.chunks.clear();
  for (const [key, chunk] of snapshot.chunks) state.chunks.set(key, chunk);
  return left;
}
