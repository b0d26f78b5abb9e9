import type { MempoolEntry } from '../../mempool/entry.js';
import { feeFor } from '../../mempool/policy/policy.js';
import { relaysTransactions } from '../handshake.js';
import type { Peer } from '../peer.js';
import { INVENTORY, type InventoryItem, MAX_INVENTORY, serializeInventory } from '../wire/inventory.js';

/**
 * Announces transactions that the peer wants and lacks.
 * @param again announces also those that it has, for the answer to `mempool`
 */
export function announceTransactions(peer: Peer, entries: readonly MempoolEntry[], again = false): void {
  if (peer.version?.relay !== true || !relaysTransactions(peer.type)) return;
  const items: InventoryItem[] = [];
  for (const entry of entries) {
    const item = itemOf(peer, entry);
    if ((!again && peer.transactions.has(item.hash)) || entry.fee < feeFor(peer.minFeeRate, entry.vsize)) continue;
    peer.transactions.add(item.hash);
    items.push(item);
  }
  for (let at = 0; at < items.length; at += MAX_INVENTORY) {
    peer.connection.send('inv', serializeInventory(items.slice(at, at + MAX_INVENTORY)));
  }
}

function itemOf({ wtxidRelay }: Peer, { record: { txid, wtxid } }: MempoolEntry): InventoryItem {
  return wtxidRelay ? { type: INVENTORY.WTX, hash: wtxid } : { type: INVENTORY.TX, hash: txid };
}
