import { MAX_BIP125 } from '../../../protocol/codec/sequence.js';
import { compareTxids, type MempoolEntry } from '../../mempool/entry.js';
import type { Pool } from '../../mempool/pool.js';
import type { JsonObject } from '../json/json.js';

/** An input with a lower sequence number signals replaceability (BIP125). */

/** Formats a mempool entry as `getmempoolentry` does. */
export function mempoolEntryJson(entry: MempoolEntry, pool: Pool): JsonObject {
  const ancestors = [...pool.ancestors(entry).values()];
  const descendants = [...pool.descendants(entry).values()];
  const { record, vsize, fee, modifiedFee } = entry;
  const size = (entries: MempoolEntry[]) => entries.reduce((sum, other) => sum + other.vsize, vsize);
  const fees = (entries: MempoolEntry[]) => entries.reduce((sum, other) => sum + other.modifiedFee, modifiedFee);
  return {
    vsize,
    weight: record.weight,
    time: entry.time,
    height: entry.height,
    descendantcount: descendants.length + 1,
    descendantsize: size(descendants),
    ancestorcount: ancestors.length + 1,
    ancestorsize: size(ancestors),
    wtxid: record.wtxid,
    fees: { base: fee, modified: modifiedFee, ancestor: fees(ancestors), descendant: fees(descendants) },
    depends: [...pool.parents(entry).keys()].sort(),
    spentby: [...pool.children(entry).values()].sort(compareTxids).map((child) => child.record.txid),
    'bip125-replaceable': [entry, ...ancestors].some(({ record: { tx } }) => tx.inputs.some(({ sequence }) => sequence <= MAX_BIP125)),
    unbroadcast: entry.unbroadcast,
  };
}
