import { invalid } from '../../base/error.js';
import type { PartWriter } from '../../base/storage.js';
import type { StacksBlock } from './chain/block/block.js';
import type { Chunks } from './chain/state/chunks.js';
import type { Sortition } from './chain/state/sortition.js';
import type { ChainState } from './chain/state/state.js';
import type { PoolEntry } from './mempool/pool.js';
import type { SnapshotContents } from './snapshot-contents.js';
import { readSnapshot, writeSnapshot } from './state-file/snapshot.js';
import type { StacksSnapshot } from './types.js';

class Snapshot implements StacksSnapshot, SnapshotContents {
  readonly chain: ChainState;
  readonly block: StacksBlock;
  readonly sortition: Sortition;
  readonly waiting: readonly PoolEntry[];
  readonly deferred: readonly string[];
  readonly chunks: Chunks;
  isReleased = false;

  constructor(chain: ChainState, { block, sortition, waiting, deferred, chunks }: SnapshotContents) {
    this.chain = chain;
    this.block = block;
    this.sortition = sortition;
    this.waiting = waiting;
    this.deferred = deferred;
    this.chunks = chunks;
  }

  get height(): number {
    return this.block.height;
  }

  get hash(): string {
    return `0x${this.block.indexHash}`;
  }

  get burnHash(): string {
    return this.sortition.burn.hash;
  }

  release(): void {
    this.isReleased = true;
  }
}

export function captureSnapshot(state: ChainState): StacksSnapshot {
  const { ledger, sortitions, pool, deferred, chunks } = state;
  return new Snapshot(state, {
    block: ledger.tip,
    sortition: sortitions.tip,
    waiting: pool.snapshot(),
    deferred: [...deferred],
    chunks: new Map(chunks),
  });
}

/**
 * Writes a snapshot as what changed since the last time.
 * @throws DevnetError INVALID_INPUT for a released snapshot or another node's
 */
export async function writeTaken(state: ChainState, snapshot: StacksSnapshot, part: PartWriter): Promise<void> {
  await writeSnapshot(part, state, requireOwn(state, snapshot));
}

/** Returns a snapshot of bytes that were written, perhaps in another process. @throws FormatError for other bytes */
export async function loadSnapshot(state: ChainState, bytes: Uint8Array): Promise<StacksSnapshot> {
  return new Snapshot(state, await readSnapshot(state, bytes));
}

/**
 * Goes to the snapshot's state.
 * @returns the blocks that left the chain
 * @throws DevnetError INVALID_INPUT for a released snapshot or another node's
 */
export function restoreSnapshot(state: ChainState, snapshot: StacksSnapshot): StacksBlock[] {
  const { block, sortition, waiting, deferred, chunks } = requireOwn(state, snapshot);
  const left = state.ledger.switchTo(block);
  state.sortitions.switchTo(sortition);
  state.pool.restore(waiting);
  state.deferred.clear();
  for (const txid of deferred) state.deferred.add(txid);
  state.chunks.clear();
  for (const [key, chunk] of chunks) state.chunks.set(key, chunk);
  return left;
}

function requireOwn(state: ChainState, snapshot: StacksSnapshot): Snapshot {
  if (snapshot instanceof Snapshot && snapshot.chain === state && !snapshot.isReleased) return snapshot;
  throw invalid('snapshot', 'one of this node that was not released', 'another');
}
