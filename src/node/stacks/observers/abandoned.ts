import type { StacksBlock } from '../chain/block/block.js';
import type { ChainState } from '../chain/state/state.js';
import type { PoolEntry } from '../mempool/pool.js';

/** What a restore left: the blocks and the pending transactions. */
export type Restored = { left: readonly StacksBlock[]; pending: readonly PoolEntry[] };

/** Follows transactions that a restore took from the network, which no event of a node reports. Txids are hex without 0x. */
export type Abandoned = {
  /** @returns the transactions that wait again, and those that wait no longer */
  add(restored: Restored): { added: Buffer[]; dropped: string[] };
  /**
   * Returns the transactions that are gone for observers once they know the block: an indexer lets those of a branch that it leaves wait again, and it
   * leaves the branch for a longer one.
   */
  due(block: StacksBlock): string[];
};

export function createAbandoned({ ledger, pool }: Pick<ChainState, 'ledger' | 'pool'>): Abandoned {
  const ofBlocks = new Set<string>();
  let highest = ledger.tip.height;

  const isGone = (txid: string) => pool.get(txid) === undefined && ledger.find(txid) === undefined;

  return {
    add({ left, pending }) {
      for (const block of left) {
        for (const { txid } of block.transactions) ofBlocks.add(txid);
      }
      const before = new Set(pending.map(({ transaction }) => transaction.txid));
      return {
        added: pool.snapshot().flatMap(({ transaction }) => (before.has(transaction.txid) ? [] : [transaction.raw])),
        dropped: [...before].filter(isGone),
      };
    },
    due({ height }) {
      if (height <= highest) return [];
      highest = height;
      const gone = [...ofBlocks].filter(isGone);
      ofBlocks.clear();
      return gone;
    },
  };
}
