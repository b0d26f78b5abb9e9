import type { Transaction } from '../../protocol/codec/transaction/transaction.js';
import type { Sortition } from '../chain/state/sortition.js';

/** A transaction that waits. Addresses are c32 text; without a sponsor the sponsor's fields are the origin's. */
export type PoolEntry = {
  readonly transaction: Transaction;
  readonly origin: string;
  readonly originNonce: bigint;
  readonly sponsor: string;
  readonly sponsorNonce: bigint;
  readonly fee: bigint;
  /** The tenure in which it came. */
  readonly tenure: Sortition;
};

/** The transactions that wait, one for each account and nonce, in the order in which they came. */
export class Pool {
  #entries: Map<string, PoolEntry>;
  readonly #byOrigin = new Map<string, Map<bigint, PoolEntry>>();
  readonly #bySponsor = new Map<string, Map<bigint, PoolEntry>>();

  constructor() {
    this.#entries = new Map();
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @param txid hex without 0x */
  get(txid: string): PoolEntry | undefined {
    return this.#entries.get(txid);
  }

  /** In order of arrival. */
  entries(): IterableIterator<PoolEntry> {
    return this.#entries.values();
  }

  origins(): IterableIterator<string> {
    return this.#byOrigin.keys();
  }

  of(origin: string, nonce: bigint): PoolEntry | undefined {
    return this.#byOrigin.get(origin)?.get(nonce);
  }

  /** How many of an origin's transactions wait. */
  waiting(origin: string): number {
    return this.#byOrigin.get(origin)?.size ?? 0;
  }

  /** The entry that has the same nonce of the same origin or, failing that, of the same sponsor: what a new one would replace. */
  conflict(entry: PoolEntry): PoolEntry | undefined {
    return this.of(entry.origin, entry.originNonce) ?? this.#bySponsor.get(entry.sponsor)?.get(entry.sponsorNonce);
  }

  /** Removes whatever an entry conflicts with, itself included. @returns the removed ones */
  removeConflicts(entry: PoolEntry): PoolEntry[] {
    const removed: PoolEntry[] = [];
    for (let prior = this.conflict(entry); prior !== undefined; prior = this.conflict(entry)) {
      this.remove(prior.transaction.txid);
      removed.push(prior);
    }
    return removed;
  }

  /** Adds an entry in place of whatever it conflicts with. @returns what it replaced */
  add(entry: PoolEntry): PoolEntry[] {
    const replaced = this.removeConflicts(entry);
    this.#entries.set(entry.transaction.txid, entry);
    index(this.#byOrigin, entry.origin).set(entry.originNonce, entry);
    index(this.#bySponsor, entry.sponsor).set(entry.sponsorNonce, entry);
    return replaced;
  }

  remove(txid: string): PoolEntry | undefined {
    const entry = this.#entries.get(txid);
    if (entry === undefined) return undefined;
    this.#entries.delete(txid);
    unindex(this.#byOrigin, entry.origin, entry.originNonce);
    unindex(this.#bySponsor, entry.sponsor, entry.sponsorNonce);
    return entry;
  }

  /** Returns the pending entries; they never change, so the list is the whole state. */
  snapshot(): readonly PoolEntry[] {
    return [...this.#entries.values()];
  }

  restore(entries: readonly PoolEntry[]): void {
    this.#entries = new Map();
    this.#byOrigin.clear();
    this.#bySponsor.clear();
    for (const entry of entries) this.add(entry);
  }
}

function index(map: Map<string, Map<bigint, PoolEntry>>, address: string): Map<bigint, PoolEntry> {
  const known = map.get(address);
  if (known !== undefined) return known;
  const nonces = new Map<bigint, PoolEntry>();
  map.set(address, nonces);
  return nonces;
}

function unindex(map: Map<string, Map<bigint, PoolEntry>>, address: string, nonce: bigint): void {
  const nonces = map.get(address);
  nonces?.delete(nonce);
  if (nonces?.size === 0) map.delete(address);
}
