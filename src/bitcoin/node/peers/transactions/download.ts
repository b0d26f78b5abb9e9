import { RejectError } from '../../../protocol/codec/error.js';
import { parseTransaction } from '../../../protocol/codec/transaction.js';
import type { BlockEntry } from '../../chain/block-entry.js';
import type { CoinLookup } from '../../chain/coin.js';
import { recordTx, type TxRecord } from '../../chain/tx-record.js';
import type { NodeCore } from '../../core.js';
import type { MempoolEntry } from '../../mempool/entry.js';
import type { CoreChange } from '../../observers.js';
import type { Later } from '../connection.js';
import { type Peer, serves } from '../peer.js';
import { createRecentSet } from '../recent-set.js';
import { INVENTORY, type InventoryItem } from '../wire/inventory.js';
import { SERVICE } from '../wire/version.js';
import { createRecentlyConfirmed } from './confirmed.js';
import type { MempoolIndex } from './mempool-index.js';
import { createOrphanage } from './orphanage.js';
import { createTransactionRequests } from './requests.js';
import { isStripped } from './stripped.js';

/** Takes transactions from peers into the mempool. */
export type TransactionDownload = {
  /** Handles announcements. */
  announced(peer: Peer, items: InventoryItem[]): void;
  /** Handles `tx`. @throws DecodeError */
  transaction(peer: Peer, payload: Uint8Array): Later;
  /** Handles `notfound`. */
  notFound(peer: Peer, items: InventoryItem[]): void;
  closed(peer: Peer): void;
  /** Returns the transactions whose parents have not come. */
  orphans(): { record: TxRecord; from: number[] }[];
  /** Asks others for what peers owe for too long. `now` in milliseconds of the peers' `timer()`. */
  retry(now: number): void;
  follow(change: CoreChange): void;
  /** Forgets rejections, because new blocks may change them, and the orphans that these blocks include or exclude. */
  blocksConnected(blocks: readonly Pick<BlockEntry, 'records'>[]): void;
};

const MAX_REJECTED = 20_000;
const MISSING = 'bad-txns-inputs-missingorspent';
/** A fee that is too low alone may be enough with a child. */
const TOO_LOW = ['min relay fee not met', 'mempool min fee not met', 'insufficient fee'];

/** @param relay announces a transaction to all peers that have not heard of it */
export function createTransactionDownload(
  { chain, mempool, log, checkAhead }: NodeCore,
  { find }: MempoolIndex,
  relay: (entry: MempoolEntry) => void,
): TransactionDownload {
  const rejected = createRecentSet(MAX_REJECTED);
  const confirmed = createRecentlyConfirmed(chain);
  /** By wtxid: nobody is asked for them again, but a child that comes may pay for them. */
  const tooLow = createRecentSet(MAX_REJECTED);
  const orphanage = createOrphanage();
  const requests = createTransactionRequests();
  const coinOf: CoinLookup = (key) => mempool.pool.coin(key) ?? chain.coin(key);
  const isKnown = (item: InventoryItem) =>
    find(item) !== undefined || rejected.has(item.hash) || orphanage.has(item.hash) || confirmed.has(item.hash);

  /** Adds a transaction, then those that waited for it. @param others the peers that announced it */
  const add = (peer: Peer, record: TxRecord, others: readonly Peer[]) => {
    const pending = [record];
    // Grows while it is read.
    for (const next of pending) if (submit(peer, next, next === record ? others : [])) pending.push(...orphanage.takeChildren(next));
  };

  /** @returns whether it is in the mempool now */
  const submit = (peer: Peer, record: TxRecord, others: readonly Peer[]): boolean => {
    if (mempool.pool.get(record.txid) !== undefined) return false;
    try {
      mempool.submit(record);
      accept(peer, record);
      return true;
    } catch (error) {
      if (!(error instanceof RejectError)) throw error;
      log.debug('mempoolrej', () => `${record.txid} (wtxid=${record.wtxid}) from peer=${peer.id} was not accepted: ${error.message}`);
      if (error.reason === MISSING) keep([peer, ...others], record);
      else if (TOO_LOW.includes(error.reason)) {
        tooLow.add(record.wtxid);
        return submitWithChild(peer, record);
      } else if (!isStripped(record.tx, coinOf)) rejected.add(record.wtxid);
      // Other witnesses do not make its inputs standard.
      if (error.reason === 'bad-txns-nonstandard-inputs') rejected.add(record.txid);
      return false;
    }
  };

  /** Announces what the node has already, for a peer that sends its transactions again. */
  const forceRelay = ({ id }: Peer, { txid, wtxid }: TxRecord) => {
    const entry = mempool.pool.get(txid);
    if (entry === undefined) return log.info(`Not relaying non-mempool transaction ${txid} (wtxid=${wtxid}) from forcerelay peer=${id}`);
    log.info(`Force relaying tx ${txid} (wtxid=${wtxid}) from peer=${id}`);
    relay(entry);
  };

  const accept = (peer: Peer, { txid }: TxRecord) => {
    mempool.pool.markBroadcast(txid);
    peer.lastTransaction = Math.floor(peer.timer() / 1000);
  };

  /** Returns the parents of an orphan that the node neither has nor refuses. */
  const missingParents = (record: TxRecord) => orphanage.parentsOf(record).filter((hash) => !isKnown({ type: INVENTORY.TX, hash }));

  /** Asks a peer that has an orphan for its parents, if no other peer delivers them. Nothing happens the second time. */
  const askForParents = (peer: Peer, record: TxRecord, parents: string[]) => {
    if (orphanage.isOf(record.wtxid, peer)) return;
    orphanage.add(record, peer);
    requests.add(
      peer,
      parents.map((hash) => ({ type: byTxid(peer), hash })),
    );
  };

  /** Keeps an orphan and requests its parents from the peers that have it. */
  const keep = (from: readonly Peer[], record: TxRecord) => {
    const parents = orphanage.parentsOf(record).filter((txid) => mempool.pool.get(txid) === undefined);
    // A child pays for one parent only. A transaction without witnesses is known by its txid.
    if (parents.some((txid) => rejected.has(txid)) || parents.filter((txid) => tooLow.has(txid)).length > 1) {
      log.debug('mempool', () => `not keeping orphan with rejected parents ${record.txid} (wtxid=${record.wtxid})`);
      // Other witnesses do not change the parents.
      for (const hash of [record.txid, record.wtxid]) rejected.add(hash);
      return;
    }
    log.debug('txpackages', () => `stored orphan tx ${record.txid} (wtxid=${record.wtxid})`);
    const missing = missingParents(record);
    for (const peer of from) askForParents(peer, record, missing);
  };

  /**
   * Tries a parent together with an orphan that pays for it (one parent, one child, as Core does). Only one of the same peer: another
   * peer may send the parent with a wrong witness.
   */
  const submitWithChild = (peer: Peer, record: TxRecord): boolean => {
    const child = orphanage.lastChild(record, peer);
    if (child === undefined) return false;
    const { outcomes } = mempool.submitPackage([record, child]);
    for (const one of [record, child]) {
      const outcome = outcomes.get(one.wtxid);
      if (mempool.pool.get(one.txid) !== undefined) accept(peer, one);
      // Both together pay too little, too.
      else tooLow.add(one.wtxid);
      // An orphan whose parent is refused for itself waits for another one.
      if (outcome?.type !== 'refused' || outcome.error.reason !== MISSING) orphanage.remove(one.wtxid);
    }
    return mempool.pool.get(record.txid) !== undefined;
  };

  return {
    announced: (peer, items) => {
      for (const { hash } of items) peer.transactions.add(hash);
      // Each once: a message may name one orphan fifty thousand times, and that may have thousands of parents.
      for (const hash of new Set(items.filter(({ type }) => type === INVENTORY.WTX).map((item) => item.hash))) {
        const orphan = orphanage.get(hash);
        if (orphan === undefined || orphanage.isOf(hash, peer)) continue;
        const parents = missingParents(orphan);
        if (parents.length > 0) askForParents(peer, orphan, parents);
      }
      const wanted = items.filter((item) => !isKnown(item) && !tooLow.has(item.hash));
      requests.add(
        peer,
        wanted.map(({ type, hash }) => ({ type: type === INVENTORY.WTX ? type : byTxid(peer), hash })),
      );
    },
    transaction: (peer, payload) => {
      const record = recordTx(parseTransaction(payload));
      peer.transactions.add(peer.wtxidRelay ? record.wtxid : record.txid);
      const others = [record.txid, record.wtxid].flatMap(requests.done);
      if (!isKnown({ type: INVENTORY.WTX, hash: record.wtxid })) {
        const ahead = checkAhead([record], 'mempool');
        if (ahead !== undefined) return ahead.then(() => add(peer, record, others));
        add(peer, record, others);
      } else if (peer.permissions.includes('forcerelay')) forceRelay(peer, record);
      return undefined;
    },
    notFound: (peer, items) => {
      for (const { hash } of items) requests.failed(peer, hash);
    },
    closed: (peer) => {
      requests.closed(peer);
      orphanage.closed(peer);
    },
    orphans: orphanage.list,
    retry: requests.retry,
    follow: confirmed.follow,
    blocksConnected: (blocks) => {
      rejected.clear();
      tooLow.clear();
      const erased = orphanage.spent(blocks.flatMap(({ records }) => records));
      if (erased > 0) log.debug('txpackages', () => `Erased ${erased} orphan transaction(s) included or conflicted by block`);
    },
  };
}

/** The type of requests by txid: with witnesses, if the peer has them. */
function byTxid(peer: Peer): number {
  return serves(peer, SERVICE.WITNESS) ? INVENTORY.TX | INVENTORY.WITNESS : INVENTORY.TX;
}
