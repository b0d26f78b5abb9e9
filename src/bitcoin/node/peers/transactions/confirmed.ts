import type { Chain } from '../../chain/chain.js';
import type { CoreChange } from '../../observers.js';
import { createRecentSet } from '../recent-set.js';

/**
 * The transactions of the last blocks, which nobody is asked for. As in Core, all are forgotten when a block leaves the chain: they may be
 * in the mempool of a peer again (`m_lazy_recent_confirmed_transactions`).
 */
export type RecentlyConfirmed = {
  /** @param hash txid or wtxid */
  has(hash: string): boolean;
  follow(change: CoreChange): void;
};

/** Core's size of the filter. */
const MAX_CONFIRMED = 48_000;

export function createRecentlyConfirmed(chain: Pick<Chain, 'transaction' | 'isActive' | 'invalidHashes'>): RecentlyConfirmed {
  const confirmed = createRecentSet(MAX_CONFIRMED);
  /** Whether the blocks count that came before the first peer. */
  let knowsEarlier = chain.invalidHashes().length === 0;
  const isEarlier = (txid: string): boolean => {
    const place = knowsEarlier ? chain.transaction(txid) : undefined;
    return place !== undefined && chain.isActive(place.entry);
  };
  return {
    has: (hash) => confirmed.has(hash) || isEarlier(hash),
    follow: (change) => {
      if (change.type === 'connected') {
        for (const { txid, wtxid } of change.block.records) {
          confirmed.add(txid);
          confirmed.add(wtxid);
        }
      } else if (change.type === 'disconnected') {
        confirmed.clear();
        knowsEarlier = false;
      } else if (change.type === 'restored') {
        confirmed.clear();
        knowsEarlier = true;
      }
    },
  };
}
