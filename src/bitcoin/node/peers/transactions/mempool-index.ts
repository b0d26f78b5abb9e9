import type { MempoolEntry } from '../../mempool/entry.js';
import type { Pool } from '../../mempool/pool.js';
import type { CoreChange } from '../../observers.js';
import { INVENTORY, type InventoryItem } from '../wire/inventory.js';

/** Finds transactions of the mempool that announcements and requests name: by wtxid for `WTX`, by txid for other types, as Core does. */
export type MempoolIndex = {
  find(item: InventoryItem): MempoolEntry | undefined;
  follow(change: CoreChange): void;
};

export function createMempoolIndex(pool: Pool): MempoolIndex {
  /** Txids by wtxid, of transactions with a witness. */
  const txids = new Map<string, string>();
  const add = ({ record: { txid, wtxid } }: MempoolEntry) => {
    if (wtxid !== txid) txids.set(wtxid, txid);
  };
  pool.entries().forEach(add);
  return {
    find({ type, hash }) {
      if (type !== INVENTORY.WTX) return pool.get(hash);
      const entry = pool.get(txids.get(hash) ?? hash);
      return entry?.record.wtxid === hash ? entry : undefined;
    },
    follow: (change) => {
      if (change.type === 'added') add(change.entry);
      else if (change.type === 'removed') txids.delete(change.entry.record.wtxid);
      else if (change.type === 'restored') {
        txids.clear();
        pool.entries().forEach(add);
      }
    },
  };
}
