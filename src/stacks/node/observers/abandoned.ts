import { RecentMap } from '../../../base/storage.js';
import type { StacksBlock } from '../chain/block/block.js';
import type { ChainState } from '../chain/state/state.js';
import type { PoolEntry } from '../mempool/pool.js';

/** What a restore left: the blocks and the pending transactions. */
export type Restored = { left: readonly StacksBlock[]; pending: readonly PoolEntry[] };

/** Transactions that observers have to forget. Txids are hex without 0x. */
type Forgotten = { txids: string[]; replacedBy?: string; reason?: string | undefined };

/**
 * Follows transactions that a restore or a reorganisation took from the network, which no event of a node reports. An indexer that leaves a
 * branch lets its transactions wait again, and with them those of the same nonce that they had replaced. Txids are hex without 0x.
 */
export type Abandoned = {
  /** @returns the transactions that wait again, and those that wait no longer */
  add(restored: Restored): { added: Buffer[]; dropped: string[] };
  /** Blocks left the chain. */
  left(blocks: readonly StacksBlock[]): void;
  /** A transaction took the place of another one in the mempool. */
  replaced(txid: string, by: string): void;
  /** A block leaves a transaction out for a reason. Observers get it again after they have put the transaction back into the mempool. */
  dropped(txid: string, reason: string): void;
  /** Returns the transactions that are gone for observers once they know the block: an indexer leaves a branch for a longer one. */
  due(block: StacksBlock): Forgotten[];
};

/** How many replacements are remembered at least; the oldest go first. */
const REPLACEMENTS = 10_000;

export function createAbandoned({ ledger, pool }: Pick<ChainState, 'ledger' | 'pool'>): Abandoned {
  /** Those of blocks that left the chain, and why they are not pending any more, if it was said. */
  const ofBlocks = new Map<string, string | undefined>();
  /** The transactions that another one replaced, by the other one. */
  const replacedBy = new RecentMap<readonly string[]>(REPLACEMENTS);
  let highest = ledger.tip.height;

  const isGone = (txid: string) => pool.get(txid) === undefined && ledger.find(txid) === undefined;

  /** Those that a transaction replaced, and those that these had replaced. */
  const rivals = (txid: string): Forgotten[] => {
    const priors = replacedBy.get(txid) ?? [];
    return [...priors.filter(isGone).map((prior) => ({ txids: [prior], replacedBy: txid })), ...priors.flatMap(rivals)];
  };

  const left = (blocks: readonly StacksBlock[]): void => {
    for (const block of blocks) for (const { txid } of block.transactions) ofBlocks.set(txid, undefined);
  };

  return {
    left,
    replaced(txid, by) {
      replacedBy.set(by, [...new Set(replacedBy.get(by)).add(txid)]);
    },
    dropped(txid, reason) {
      if (ofBlocks.has(txid)) ofBlocks.set(txid, reason);
    },
    add({ left: blocks, pending }) {
      left(blocks);
      const before = new Set(pending.map(({ transaction }) => transaction.txid));
      return {
        added: pool.snapshot().flatMap(({ transaction }) => (before.has(transaction.txid) ? [] : [transaction.raw])),
        dropped: [...before].filter(isGone),
      };
    },
    due({ height }) {
      if (height <= highest) return [];
      highest = height;
      const all = [...ofBlocks];
      ofBlocks.clear();
      const gone = all.filter(([txid]) => isGone(txid));
      const byReason = [...new Set(gone.map(([, reason]) => reason))].map((reason) => ({
        txids: gone.filter(([, each]) => each === reason).map(([txid]) => txid),
        reason,
      }));
      return [...byReason, ...all.flatMap(([txid]) => rivals(txid))];
    },
  };
}
