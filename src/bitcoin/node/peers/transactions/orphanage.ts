import { LimitedMap } from '../../../../base/limited-map.js';
import { hashToHex } from '../../../protocol/codec/hex.js';
import { outPointKey } from '../../../protocol/codec/transaction.js';
import type { TxRecord } from '../../chain/tx-record.js';
import type { Peer } from '../peer.js';

/** Transactions whose parents have not come. */
export type Orphanage = {
  has(hash: string): boolean;
  /** By wtxid. */
  get(wtxid: string): TxRecord | undefined;
  /** Whether a peer has announced or sent an orphan. */
  isOf(wtxid: string, peer: Peer): boolean;
  /** Notes that a peer has an orphan. */
  add(record: TxRecord, peer: Peer): void;
  list(): { record: TxRecord; from: number[] }[];
  /** Returns the txids of the transactions that it spends. */
  parentsOf(record: TxRecord): string[];
  /** Removes and returns the orphans that spend outputs of a transaction. */
  takeChildren(parent: TxRecord): TxRecord[];
  /** Returns the orphan that spends outputs of a transaction and that this peer announced last. */
  lastChild(parent: TxRecord, peer: Peer): TxRecord | undefined;
  remove(wtxid: string): void;
  /** Removes the orphans that spend what a transaction of a block spends, itself among them. @returns their number */
  spent(records: readonly TxRecord[]): number;
  /** Removes the orphans that only this peer has. */
  closed(peer: Peer): void;
};

/** Larger ones are not relayed. */
const MAX_WEIGHT = 400_000;
/** The weight for each peer with orphans (Core's `DEFAULT_RESERVED_ORPHAN_WEIGHT_PER_PEER`). */
const WEIGHT_PER_PEER = 404_000;
/** The work of all orphans together: one for each announcement, and for ten inputs (Core's `DEFAULT_MAX_ORPHANAGE_LATENCY_SCORE`). */
const MAX_WORK = 3000;
const INPUTS_PER_WORK = 10;

type Orphan = { record: TxRecord; peers: Set<Peer>; parents: string[] };
/** What a peer announced, oldest first, and what that takes. */
type Share = { wtxids: LimitedMap<string, undefined>; work: number; weight: number };

export function createOrphanage(): Orphanage {
  /** By wtxid, oldest first. */
  const orphans = new Map<string, Orphan>();
  /** Of each peer with orphans. */
  const shares = new Map<Peer, Share>();
  const total = { work: 0, weight: 0 };
  const parentsOf = ({ tx }: TxRecord) => [...new Set(tx.inputs.map(({ previous }) => hashToHex(previous.hash)))];

  /** Counts an announcement, or takes it back: `sign` is 1 or -1. */
  const count = (peer: Peer, { record, peers }: Orphan, sign: 1 | -1) => {
    const share = shares.get(peer) ?? { wtxids: new LimitedMap(Number.POSITIVE_INFINITY), work: 0, weight: 0 };
    const inputs = Math.floor(record.tx.inputs.length / INPUTS_PER_WORK);
    share.work += sign * (1 + inputs);
    share.weight += sign * record.weight;
    // All announcements count, but the orphan itself once.
    const isOnly = peers.size === 1;
    total.work += sign * (1 + (isOnly ? inputs : 0));
    total.weight += sign * (isOnly ? record.weight : 0);
    if (sign > 0) share.wtxids.set(record.wtxid, undefined);
    else share.wtxids.delete(record.wtxid);
    if (share.wtxids.size > 0) shares.set(peer, share);
    else shares.delete(peer);
  };

  const forget = (peer: Peer, wtxid: string) => {
    const orphan = orphans.get(wtxid);
    if (orphan === undefined || !orphan.peers.has(peer)) return;
    count(peer, orphan, -1);
    orphan.peers.delete(peer);
    if (orphan.peers.size === 0) orphans.delete(wtxid);
  };

  const remove = (wtxid: string) => {
    for (const peer of [...(orphans.get(wtxid)?.peers ?? [])]) forget(peer, wtxid);
  };

  const announce = (wtxid: string, peer: Peer) => {
    const orphan = orphans.get(wtxid);
    if (orphan === undefined || orphan.peers.has(peer)) return;
    orphan.peers.add(peer);
    count(peer, orphan, 1);
    trim();
  };

  /** Drops the oldest announcements of the peers that use most of their share, so that no peer drives out the orphans of others. */
  const trim = () => {
    while (total.work > MAX_WORK || total.weight > WEIGHT_PER_PEER * shares.size) {
      const use = ({ work, weight }: Share) => Math.max((work * shares.size) / MAX_WORK, weight / WEIGHT_PER_PEER);
      const [worst] = [...shares].sort(([, a], [, b]) => use(b) - use(a));
      const oldest = worst?.[1].wtxids.oldest;
      if (worst === undefined || oldest === undefined) return;
      forget(worst[0], oldest);
    }
  };

  return {
    has: (hash) => orphans.has(hash),
    get: (wtxid) => orphans.get(wtxid)?.record,
    isOf: (wtxid, peer) => orphans.get(wtxid)?.peers.has(peer) === true,
    parentsOf,
    list: () => [...orphans.values()].map(({ record, peers }) => ({ record, from: [...peers].map(({ id }) => id) })),
    add: (record, peer) => {
      if (record.weight > MAX_WEIGHT) return;
      if (!orphans.has(record.wtxid)) orphans.set(record.wtxid, { record, peers: new Set(), parents: parentsOf(record) });
      announce(record.wtxid, peer);
    },
    takeChildren: ({ txid }) => {
      const children = [...orphans.values()].filter(({ parents }) => parents.includes(txid));
      for (const { record } of children) remove(record.wtxid);
      return children.map(({ record }) => record);
    },
    lastChild: ({ txid }, peer) =>
      [...orphans.values()].findLast(({ parents, peers }) => peers.has(peer) && parents.includes(txid))?.record,
    remove,
    spent: (records) => {
      const before = orphans.size;
      if (before === 0) return 0;
      const keys = new Set(records.flatMap(({ tx }) => tx.inputs.map(({ previous }) => outPointKey(previous))));
      for (const { record } of [...orphans.values()]) {
        if (record.tx.inputs.some(({ previous }) => keys.has(outPointKey(previous)))) remove(record.wtxid);
      }
      return before - orphans.size;
    },
    closed: (peer) => {
      const wtxids = shares.get(peer)?.wtxids;
      for (let wtxid = wtxids?.oldest; wtxid !== undefined; wtxid = wtxids?.oldest) forget(peer, wtxid);
    },
  };
}
