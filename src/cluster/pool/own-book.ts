import { LimitedMap } from '../../base/limited-map.js';
import { type Entry, type LeaseBook, type LeaseBookOptions, SWEEP_MS } from './lease-book.js';
import { checkQuota } from './quota.js';

/** How many ended leases are remembered, to say why they ended. */
const REMEMBERED = 1_000;

/** Creates a book in this process. @param options.now the time in ms */
export function createOwnBook({ leaseMs, now }: LeaseBookOptions & { now: () => number }): LeaseBook {
  const entries = new Map<string, Entry>();
  const past = new LimitedMap<string, Entry>(REMEMBERED);
  let lastSweep = now();
  return {
    isShared: false,
    async enter(entry, most) {
      const count = [...entries.values()].filter(({ team, end }) => team === entry.team && end === undefined).length;
      checkQuota(entry.team, count, most);
      entries.set(entry.id, { ...entry });
    },
    async begin(id, grant) {
      const entry = entries.get(id);
      if (entry === undefined || entry.end !== undefined) return undefined;
      const since = now();
      entry.lease = { ...grant, since, expiresAt: since + leaseMs };
      return entry.lease;
    },
    find: async (id) => entries.get(id) ?? past.get(id),
    list: async () => [...entries.values()].filter(({ lease, end }) => lease !== undefined && end === undefined),
    async renew(id) {
      const { lease, end } = entries.get(id) ?? {};
      if (lease === undefined || end !== undefined) return undefined;
      lease.expiresAt = now() + leaseMs;
      return lease.expiresAt;
    },
    async end(id, why) {
      const entry = entries.get(id);
      if (entry !== undefined) entry.end ??= why;
    },
    async remove(id) {
      const entry = entries.get(id);
      entries.delete(id);
      if (entry?.lease === undefined) return;
      past.set(id, entry);
    },
    // Its networks end in this process.
    whenRemoved: async () => undefined,
    async sweep() {
      const time = now();
      // Renewals of clients have waited as long as this sweep did, for example while the machine slept.
      const late = Math.max(0, time - lastSweep - 2 * SWEEP_MS);
      lastSweep = time;
      return [...entries.values()].map((entry) => {
        if (entry.lease !== undefined) entry.lease.expiresAt += late;
        return { ...entry, isExpired: entry.lease !== undefined && entry.lease.expiresAt <= time };
      });
    },
    close: async () => undefined,
  };
}
