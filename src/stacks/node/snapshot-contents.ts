import type { StacksBlock } from './chain/block/block.js';
import type { Chunks } from './chain/state/chunks.js';
import type { Sortition } from './chain/state/sortition.js';
import type { PoolEntry } from './mempool/pool.js';

/** What a snapshot holds. Blocks and sortitions refer to their predecessors and never change, so their tips represent the whole chains. */
export type SnapshotContents = {
  readonly block: StacksBlock;
  readonly sortition: Sortition;
  readonly waiting: readonly PoolEntry[];
  readonly deferred: readonly string[];
  readonly chunks: Chunks;
};
