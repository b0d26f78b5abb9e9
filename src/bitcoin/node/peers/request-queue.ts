import { serializeTransaction } from '../../protocol/codec/transaction.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { NodeCore } from '../core.js';
import type { CoreChange } from '../observers.js';
import { sendBlock } from './blocks/serve.js';
import type { Peer } from './peer.js';
import type { MempoolIndex } from './transactions/mempool-index.js';
import { INVENTORY, type InventoryItem, serializeInventory } from './wire/inventory.js';

/** Answers `getdata` item by item, so that the answers to one message never fill the memory. */
export type RequestQueue = {
  /** Called when the items before are answered. */
  add(peer: Peer, items: InventoryItem[]): void;
  /** Answers the next item. @returns false if none is pending @throws PeerEnd beyond the limit of uploads */
  serve(peer: Peer): boolean;
  follow(change: CoreChange): void;
};

export function createRequestQueue({ chain, mempool: { pool }, peers: { uploadLimit } }: NodeCore, { find }: MempoolIndex): RequestQueue {
  const recent = mostRecentBlock(chain);
  const sendTransaction = (peer: Peer, item: InventoryItem) => {
    // As in Core, who wants no announcements gets no transactions.
    if (peer.version?.relay !== true) return;
    // Peers that were told of a transaction may ask for it when it is in a block already.
    const record = find(item)?.record ?? recent.block().records.find((each) => nameOf(each, item) === item.hash);
    if (record === undefined) {
      peer.absent.push(item);
      return;
    }
    peer.connection.send('tx', serializeTransaction(record.tx, { witness: item.type !== INVENTORY.TX }));
    pool.markBroadcast(record.txid);
  };
  return {
    add: (peer, items) => {
      peer.requests = items.reverse();
    },
    serve: (peer) => {
      const item = peer.requests.pop();
      if (item === undefined) return false;
      if (isBlock(item)) sendBlock(peer, item, { chain, uploadLimit });
      else if (isTransaction(item)) sendTransaction(peer, item);
      const next = peer.requests.at(-1);
      if (peer.absent.length > 0 && (next === undefined || !isTransaction(next))) {
        peer.connection.send('notfound', serializeInventory(peer.absent));
        peer.absent = [];
      }
      return true;
    },
    follow: recent.follow,
  };
}

/**
 * Follows the block that came last on top of the tip, higher than all before. Core keeps its transactions for peers, also when the block
 * is not of the chain any more (`m_most_recent_block_txs`).
 */
function mostRecentBlock(chain: NodeCore['chain']): { block(): BlockEntry; follow(change: CoreChange): void } {
  // Blocks may have left the chain before the first peer.
  let block = chain.blocks().reduce((last, each) => (each.height > last.height ? each : last), chain.tip());
  let isOnTip = true;
  return {
    block: () => block,
    follow: (change) => {
      if (change.type === 'restored') block = chain.tip();
      else if (change.type === 'connected' && isOnTip && change.block.height > block.height) block = change.block;
      // Blocks of a branch came before they were on the tip.
      if (change.type === 'connected' || change.type === 'disconnected') isOnTip = false;
      else if (change.type === 'tip' || change.type === 'restored') isOnTip = true;
    },
  };
}

/** The hash by which an item names a transaction. */
function nameOf({ txid, wtxid }: TxRecord, { type }: InventoryItem): string {
  return type === INVENTORY.WTX ? wtxid : txid;
}

/** Items of other types get no answer. */
function isTransaction({ type }: InventoryItem): boolean {
  return type === INVENTORY.TX || type === INVENTORY.WTX || type === (INVENTORY.TX | INVENTORY.WITNESS);
}

function isBlock({ type }: InventoryItem): boolean {
  return (type & ~INVENTORY.WITNESS) === INVENTORY.BLOCK;
}
