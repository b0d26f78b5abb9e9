import { hashToHex } from '../../../../chains/bitcoin/codec/hex.js';
import type { TxRecord } from '../../chain/tx-record.js';
import type { Peer } from '../peer.js';

/** Transactions whose parents have not come. */
export type Orphanage = {
  has(hash: string): boolean;
  add(record: TxRecord, peer: Peer): void;
  /** Notes that another peer has an orphan, too. */
  announce(wtxid: string, peer: Peer): void;
  list(): { record: TxRecord; from: number[] }[];
  /** Returns the txids of the transactions that it spends. */
  parentsOf(record: TxRecord): string[];
  /** Removes and returns the orphans that spend outputs of a transaction. */
  takeChildren(parent: TxRecord): TxRecord[];
  /** Removes the orphans that only this peer has. */
  closed(peer: Peer): void;
};

/** Together at most 40 MB: beyond 400,000 weight units, none is relayed. */
const MAX_ORPHANS = 100;
const MAX_WEIGHT = 400_000;

export function createOrphanage(): Orphanage {
  /** By wtxid, oldest first. */
  const orphans = new Map<string, { record: TxRecord; peers: Set<Peer>; parents: string[] }>();
  const parentsOf = ({ tx }: TxRecord) => [...new Set(tx.inputs.map(({ previous }) => hashToHex(previous.hash)))];
  return {
    has: (hash) => orphans.has(hash),
    parentsOf,
    announce: (wtxid, peer) => orphans.get(wtxid)?.peers.add(peer),
    list: () => [...orphans.values()].map(({ record, peers }) => ({ record, from: [...peers].map(({ id }) => id) })),
    add: (record, peer) => {
      if (record.weight > MAX_WEIGHT) return;
      orphans.set(record.wtxid, { record, peers: new Set([peer]), parents: parentsOf(record) });
      const [oldest] = orphans.keys();
      if (orphans.size > MAX_ORPHANS && oldest !== undefined) orphans.delete(oldest);
    },
    takeChildren: ({ txid }) => {
      const children = [...orphans.values()].filter(({ parents }) => parents.includes(txid)).map(({ record }) => record);
      for (const { wtxid } of children) orphans.delete(wtxid);
      return children;
    },
    closed: (peer) => {
      for (const [wtxid, { peers }] of orphans) if (peers.delete(peer) && peers.size === 0) orphans.delete(wtxid);
    },
  };
}
