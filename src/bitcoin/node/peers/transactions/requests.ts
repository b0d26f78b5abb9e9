import type { Peer } from '../peer.js';
import { type InventoryItem, serializeInventory } from '../wire/inventory.js';

/** Requests each announced transaction from one peer at a time. */
export type TransactionRequests = {
  /** Requests transactions, now or when the peers before do not deliver. */
  add(peer: Peer, items: readonly InventoryItem[]): void;
  /** The transaction came. @returns the peers that announced it */
  done(hash: string): Peer[];
  /** The peer does not have it. */
  failed(peer: Peer, hash: string): void;
  closed(peer: Peer): void;
  /** Asks the next peer for what one owes for too long. `now` in milliseconds of the peers' `timer()`. */
  retry(now: number): void;
};

/** Candidates in the order of their announcements; the first was asked `since`. */
type Request = { candidates: Map<Peer, number>; since: number };

/** The limit of announced transactions per peer, as in Core. */
const MAX_PER_PEER = 5000;
const TIMEOUT_MS = 60_000;

export function createTransactionRequests(): TransactionRequests {
  /** By txid or wtxid. */
  const requests = new Map<string, Request>();
  const counts = new WeakMap<Peer, number>();
  const count = (peer: Peer, change: number) => counts.set(peer, (counts.get(peer) ?? 0) + change);

  const ask = (hash: string, request: Request) => {
    const [first] = request.candidates;
    if (first === undefined) {
      requests.delete(hash);
      return;
    }
    const [peer, type] = first;
    request.since = peer.timer();
    peer.connection.send('getdata', serializeInventory([{ type, hash }]));
  };

  /** Adds a candidate. @returns whether it is to be asked now */
  const isFirst = (peer: Peer, { type, hash }: InventoryItem): boolean => {
    if ((counts.get(peer) ?? 0) >= MAX_PER_PEER) return false;
    const request = requests.get(hash);
    if (request?.candidates.has(peer)) return false;
    count(peer, 1);
    if (request === undefined) requests.set(hash, { candidates: new Map([[peer, type]]), since: peer.timer() });
    else request.candidates.set(peer, type);
    return request === undefined;
  };

  const failed = (peer: Peer, hash: string) => {
    const request = requests.get(hash);
    if (request === undefined) return;
    const [[asked] = []] = request.candidates;
    if (!request.candidates.delete(peer)) return;
    count(peer, -1);
    if (asked === peer) ask(hash, request);
  };

  return {
    add: (peer, items) => {
      const now = items.filter((item) => isFirst(peer, item));
      if (now.length > 0) peer.connection.send('getdata', serializeInventory(now));
    },
    done: (hash) => {
      const peers = [...(requests.get(hash)?.candidates.keys() ?? [])];
      for (const peer of peers) count(peer, -1);
      requests.delete(hash);
      return peers;
    },
    failed,
    closed: (peer) => {
      for (const hash of [...requests.keys()]) failed(peer, hash);
    },
    retry: (now) => {
      for (const [hash, { since, candidates }] of [...requests]) {
        const [[asked] = []] = candidates;
        if (asked !== undefined && now - since > TIMEOUT_MS) failed(asked, hash);
      }
    },
  };
}
