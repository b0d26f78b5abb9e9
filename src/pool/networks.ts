import { randomBytes } from 'node:crypto';
import { DevnetError } from '../error.js';
import { showValue } from '../show-value.js';
import { createSecret, isSecret } from './secret.js';
import type { PooledNetwork } from './source.js';
import { createStock, type StockCounts, type StockOptions } from './stock.js';

/** Who calls the pool. */
export type Caller = {
  team: string;
  /** Whether it sees and ends the networks of all teams. */
  isAdmin: boolean;
};

/** A network that a team holds, until it ends it or stops to renew the lease. */
export type Lease = {
  /** Names the lease; no secret. */
  id: string;
  team: string;
  /** What the client says about itself. */
  label: string;
  network: PooledNetwork;
  /** Both in ms since 1970. */
  since: number;
  expiresAt: number;
};

/** Why a lease ended. */
type LeaseEnd = 'closed' | 'expired' | 'lost';

/** Hands out networks. */
export type Networks = {
  readonly leaseMs: number;
  /** @throws DevnetError RATE_LIMITED at the quota of the team, TIMEOUT, ABORTED, NOT_READY */
  take(caller: Caller, request: TakeRequest): Promise<{ lease: Lease; secret: string }>;
  /** @throws DevnetError NOT_FOUND for an unknown lease, one of another team or one that ended; FORBIDDEN without its secret */
  renew(caller: Caller, id: string, secret: string | undefined): Promise<Lease>;
  /** @throws DevnetError as `renew`; an administrator needs no secret */
  end(caller: Caller, id: string, secret: string | undefined): Promise<void>;
  /** Returns the leases of the caller's team, of all teams for an administrator; oldest first. */
  list(caller: Caller): Lease[];
  /** Ends leases that were not renewed, and starts networks that are missing. */
  sweep(): void;
  counts(): StockCounts & { ended: Record<LeaseEnd, number> };
  close(): Promise<void>;
};

type TakeRequest = { label: string; timeoutMs: number; signal?: AbortSignal | undefined };

export type NetworksOptions = Omit<StockOptions, 'onLost'> & {
  /** How long a lease lasts without being renewed, in ms. */
  leaseMs: number;
  /** Returns how many networks a team may hold. */
  quota(team: string): number;
  /** The time in ms. @default Date.now */
  now?: (() => number) | undefined;
  /** Called with the time that a client has waited, in seconds. */
  onTaken?: ((seconds: number) => void) | undefined;
};

/** The time between two sweeps, in ms. */
export const SWEEP_MS = 1_000;
/** How many ended leases are remembered, to say why they ended. */
const REMEMBERED = 1_000;

type Held = Lease & { digest: Buffer };

export function createNetworks(options: NetworksOptions): Networks {
  const { leaseMs, quota, now = Date.now, onTaken, onWarning } = options;
  const held = new Map<string, Held>();
  const past = new Map<string, { team: string; why: string }>();
  const asking = new Map<string, number>();
  const ended: Record<LeaseEnd, number> = { closed: 0, expired: 0, lost: 0 };
  let lastSweep = now();

  const finish = (lease: Held, end: LeaseEnd, why: string): Promise<void> => {
    if (!held.delete(lease.id)) return Promise.resolve();
    ended[end]++;
    past.set(lease.id, { team: lease.team, why });
    const [oldest] = past.keys();
    if (past.size > REMEMBERED && oldest !== undefined) past.delete(oldest);
    return stock.end(lease.network);
  };
  const stock = createStock({
    ...options,
    onLost(network, reason) {
      const lease = [...held.values()].find((candidate) => candidate.network === network);
      if (lease === undefined) return;
      onWarning?.(`the network ${lease.id} of ${lease.team} is lost: ${reason}`);
      void finish(lease, 'lost', `is lost: ${reason}`);
    },
  });
  const find = ({ team, isAdmin }: Caller, id: string): Held => {
    const lease = held.get(id);
    if (lease !== undefined && (isAdmin || lease.team === team)) return lease;
    const before = past.get(id);
    const why = before !== undefined && (isAdmin || before.team === team) ? before.why : 'is none of yours';
    throw new DevnetError('NOT_FOUND', `the network ${showValue(id)} ${why}`, { field: 'id', received: showValue(id) });
  };
  const countOf = (team: string): number => [...held.values()].filter((lease) => lease.team === team).length;
  const checkQuota = (team: string): void => {
    const most = quota(team);
    const count = countOf(team) + (asking.get(team) ?? 0);
    if (count < most) return;
    throw new DevnetError('RATE_LIMITED', `${team} holds or waits for ${count} networks, and may have ${most}`, {
      hint: 'End one of them, or wait until one ends.',
    });
  };

  return {
    leaseMs,
    async take({ team }, { label, timeoutMs, signal }) {
      checkQuota(team);
      const began = now();
      asking.set(team, (asking.get(team) ?? 0) + 1);
      try {
        const network = await stock.take({ timeoutMs, signal });
        const since = now();
        const { secret, digest } = createSecret();
        const lease: Held = { id: randomBytes(8).toString('hex'), team, label, network, since, expiresAt: since + leaseMs, digest };
        held.set(lease.id, lease);
        onTaken?.((since - began) / 1_000);
        return { lease, secret };
      } finally {
        asking.set(team, (asking.get(team) ?? 1) - 1);
      }
    },
    async renew(caller, id, secret) {
      const lease = find(caller, id);
      if (!isSecret(secret, lease.digest)) throw withoutSecret(id);
      lease.expiresAt = now() + leaseMs;
      return lease;
    },
    async end(caller, id, secret) {
      const lease = find(caller, id);
      if (!caller.isAdmin && !isSecret(secret, lease.digest)) throw withoutSecret(id);
      await finish(lease, 'closed', 'was ended');
    },
    list: ({ team, isAdmin }) => [...held.values()].filter((lease) => isAdmin || lease.team === team),
    sweep() {
      const time = now();
      // Renewals of clients have waited as long as this sweep did, for example while the machine slept.
      const late = Math.max(0, time - lastSweep - 2 * SWEEP_MS);
      lastSweep = time;
      for (const lease of held.values()) {
        lease.expiresAt += late;
        if (lease.expiresAt > time) continue;
        onWarning?.(`the client of the network ${lease.id} is gone: ${lease.team} ${lease.label}`);
        void finish(lease, 'expired', `ended: its lease was not renewed for ${leaseMs / 1_000} s`);
      }
      stock.refill();
    },
    counts: () => ({ ...stock.counts(), ended: { ...ended } }),
    close: stock.close,
  };
}

function withoutSecret(id: string): DevnetError {
  return new DevnetError('FORBIDDEN', `the network ${showValue(id)} belongs to another client: this is not the secret of its lease`, {
    hint: 'Send the secret that came with the network: "authorization: Bearer <secret>".',
  });
}
