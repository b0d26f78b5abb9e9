import type { MempoolEntry } from '../../mempool/entry.js';
import type { Pool } from '../../mempool/pool.js';
import type { CoreChange } from '../../observers.js';

/** Finds transactions of the mempool by txid or wtxid, which announcements and requests use. */
export type MempoolIndex = {
  find(hash: string): MempoolEntry | undefined;
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
    find: (hash) => pool.get(txids.get(hash) ?? hash),
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
