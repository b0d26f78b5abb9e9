import type { NetworkUrls } from './source.js';

/** A lease, or a client that waits for one. Times are in ms since 1970. */
export type Entry = {
  /** Names the lease; no secret. */
  id: string;
  team: string;
  /** What the client says about itself. */
  label: string;
  /** Absent while the client waits. */
  lease?: Granted | undefined;
  /** Why the lease ends, or has ended. */
  end?: string | undefined;
};

/** What a client got. */
type Grant = {
  /** Recognises the secret of the client. */
  digest: Buffer;
  urls: NetworkUrls;
  /** For another replica that takes the network over; absent if the network ends with its pool. */
  handle?: string | undefined;
};

/** A lease that began. */
export type Granted = Grant & { since: number; expiresAt: number };

/** An entry of this pool. */
export type OwnEntry = Entry & { isExpired: boolean };

/** Knows the leases of a pool. Every method is one step, also among replicas. All throw NOT_REACHABLE if the book is elsewhere. */
export interface LeaseBook {
  /** Whether the book, and its leases, outlive this process. */
  readonly isShared: boolean;
  /** Enters a client that waits for a network. @throws DevnetError RATE_LIMITED if its team has `most` entries that have not ended */
  enter(entry: Pick<Entry, 'id' | 'team' | 'label'>, most: number): Promise<void>;
  /** Turns an entry of this pool into a lease. @returns undefined if the entry is none any more */
  begin(id: string, grant: Grant): Promise<Granted | undefined>;
  /** Finds an entry, also one that has ended lately. */
  find(id: string): Promise<Entry | undefined>;
  /** Returns all leases, oldest first. */
  list(): Promise<Entry[]>;
  /** Renews a lease. @returns when it expires; undefined if it has ended */
  renew(id: string): Promise<number | undefined>;
  /** Notes that a lease ends. Only the first reason counts. */
  end(id: string, why: string): Promise<void>;
  /** Removes an entry. A lease that has ended is remembered for a while. */
  remove(id: string): Promise<void>;
  /** Resolves when the pool with this lease has removed it. @throws DevnetError TIMEOUT */
  whenRemoved(id: string): Promise<void>;
  /**
   * Returns the entries of this pool, with the leases of replicas that died: from now on they are this pool's. Call it
   * every {@link SWEEP_MS}.
   */
  sweep(): Promise<OwnEntry[]>;
  /** Closes the book. Other replicas take over what this pool still has in it. */
  close(): Promise<void>;
}

export type LeaseBookOptions = {
  /** How long a lease lasts without being renewed, in ms. */
  leaseMs: number;
};

/** The time between two sweeps, in ms. */
export const SWEEP_MS = 1_000;
