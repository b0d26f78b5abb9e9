import { randomBytes } from 'node:crypto';
import { DevnetError, messageOf } from '../../base/error.js';
import { showValue } from '../../base/show-value.js';
import type { Granted, LeaseBook, OwnEntry } from './lease-book.js';
import { createOwnBook } from './own-book.js';
import { createSecret, isSecret } from './secret.js';
import type { NetworkUrls, PooledNetwork } from './source.js';
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
  urls: NetworkUrls;
  /** Both in ms since 1970. */
  since: number;
  expiresAt: number;
};

/** What a client gets. */
type Taken = { lease: Lease; secret: string } & Pick<PooledNetwork, 'controlKey' | 'bitcoin'>;

/** Why a lease ended. */
type LeaseEnd = 'closed' | 'expired' | 'lost';

/** Hands out networks. Every method throws NOT_REACHABLE if the leases are in a Redis that does not answer. */
export type Networks = {
  readonly leaseMs: number;
  /** @throws DevnetError RATE_LIMITED at the quota of the team, TIMEOUT, ABORTED, NOT_READY */
  take(caller: Caller, request: TakeRequest): Promise<Taken>;
  /** @throws DevnetError NOT_FOUND for an unknown lease, one of another team or one that ended; FORBIDDEN without its secret */
  renew(caller: Caller, id: string, secret: string | undefined): Promise<{ expiresAt: number }>;
  /** @throws DevnetError as `renew`; an administrator needs no secret */
  end(caller: Caller, id: string, secret: string | undefined): Promise<void>;
  /** Returns the leases of the caller's team, of all teams for an administrator; oldest first. */
  list(caller: Caller): Promise<Lease[]>;
  /** Ends leases that were not renewed, takes over those of dead replicas, and starts networks that are missing. Never rejects. */
  sweep(): Promise<void>;
  /** Counts the networks of this process. */
  counts(): StockCounts & { ended: Record<LeaseEnd, number> };
  /** Ends all networks; those that can live without this process are left to other replicas. */
  close(): Promise<void>;
};

type TakeRequest = {
  label: string;
  /** The host at which the client reaches the pool. */
  host: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

export type NetworksOptions = Omit<StockOptions, 'onLost'> & {
  /** How long a lease lasts without being renewed, in ms. */
  leaseMs: number;
  /** Returns how many networks a team may hold. */
  quota(team: string): number;
  /** The time in ms. @default Date.now */
  now?: (() => number) | undefined;
  /** Knows the leases. @default a book in this process */
  book?: LeaseBook | undefined;
  /** Called with the time that a client has waited, in seconds. */
  onTaken?: ((seconds: number) => void) | undefined;
};

/** A network of this process that a client holds. */
type Held = { team: string; network: PooledNetwork; ending?: Promise<void> };

export function createNetworks(options: NetworksOptions): Networks {
  const { source, leaseMs, quota, now = Date.now, onTaken, onWarning = () => undefined } = options;
  const { book = createOwnBook({ leaseMs, now }) } = options;
  const held = new Map<string, Held>();
  const asking = new Set<string>();
  const adopting = new Map<string, Promise<void>>();
  const ended: Record<LeaseEnd, number> = { closed: 0, expired: 0, lost: 0 };
  let sweeping: Promise<void> | undefined;
  let isClosed = false;
  let failure: string | undefined;

  /** Writes into the book what no client waits for. If it fails, the next sweep finds the entry again. */
  const note = (task: Promise<void>): Promise<void> => task.catch(warnOnce);
  const warnOnce = (error: unknown): void => {
    const text = messageOf(error);
    if (text !== failure) onWarning(`the leases of the pool cannot be read: ${text}`);
    failure = text;
  };
  const finish = (id: string, end: LeaseEnd, why: string): Promise<void> => {
    const own = held.get(id);
    if (own === undefined) return Promise.resolve();
    own.ending ??= (async () => {
      ended[end]++;
      await note(book.end(id, why));
      await stock.end(own.network);
      await note(book.remove(id));
      held.delete(id);
    })();
    return own.ending;
  };
  const stock = createStock({
    ...options,
    onLost(network, reason) {
      const [id, own] = [...held].find(([, { network: other }]) => other === network) ?? [];
      if (id === undefined) return;
      onWarning(`the network ${id} of ${own?.team} is lost: ${reason}`);
      void finish(id, 'lost', `is lost: ${reason}`);
    },
  });
  const find = async ({ team, isAdmin }: Caller, id: string): Promise<Granted> => {
    const entry = await book.find(id);
    if (entry?.lease === undefined || !(isAdmin || entry.team === team)) throw notFound(id);
    if (entry.end !== undefined) throw notFound(id, entry.end);
    return entry.lease;
  };

  /** Takes over a lease of a replica that died. */
  const adopt = async ({ id, team, lease, end }: OwnEntry): Promise<void> => {
    try {
      if (lease?.handle === undefined || source.adopt === undefined) throw new Error('its pool has ended');
      const network = await source.adopt(lease.handle);
      if (isClosed) return network.release?.();
      held.set(id, { team, network });
      stock.adopt(network);
      onWarning(`took over the network ${id} of ${team} from a pool that has ended`);
    } catch (error) {
      if (end === undefined) {
        const reason = messageOf(error);
        ended.lost++;
        onWarning(`the network ${id} of ${team} is lost: ${reason}`);
        await note(book.end(id, `is lost: ${reason}`));
      }
      await note(book.remove(id));
    }
  };
  /** Gives up a network whose entry is not this pool's any more: it stood still, or did not reach Redis. */
  const disown = async (id: string, own: Held): Promise<void> => {
    const entry = await book.find(id);
    held.delete(id);
    if (entry !== undefined && entry.end === undefined) stock.release(own.network);
    else await stock.end(own.network);
  };
  const sweepBook = async (): Promise<void> => {
    const before = [...held].filter(([, { ending }]) => ending === undefined);
    const entries = new Map((await book.sweep()).map((entry) => [entry.id, entry]));
    failure = undefined;
    for (const [id, own] of before) if (!entries.has(id)) await disown(id, own);
    for (const [id, entry] of entries) {
      const { team, label, lease, end, isExpired } = entry;
      const own = held.get(id);
      if (own?.ending !== undefined) continue;
      if (lease === undefined) {
        // Its client gave up while Redis was down.
        if (own === undefined && !asking.has(id)) void note(book.remove(id));
      } else if (own !== undefined) {
        if (end !== undefined) void finish(id, 'closed', end);
        else if (isExpired) {
          onWarning(`the client of the network ${id} is gone: ${team} ${label}`);
          void finish(id, 'expired', `ended: its lease was not renewed for ${leaseMs / 1_000} s`);
        }
      } else if (!adopting.has(id) && !isClosed) {
        adopting.set(
          id,
          adopt(entry).finally(() => adopting.delete(id)),
        );
      }
    }
  };

  return {
    leaseMs,
    async take({ team }, { label, host, timeoutMs, signal }) {
      const began = now();
      const id = randomBytes(8).toString('hex');
      asking.add(id);
      try {
        await book.enter({ id, team, label }, quota(team));
        const network = await stock.take({ timeoutMs, signal });
        const { controlKey, bitcoin, handle } = network;
        const { secret, digest } = createSecret();
        const urls = network.urls(host);
        held.set(id, { team, network });
        const granted = await book.begin(id, { digest, urls, handle });
        if (granted === undefined)
          throw new DevnetError('NOT_READY', 'the network ended, or its pool stood still, before it was handed out');
        const { since, expiresAt } = granted;
        onTaken?.((now() - began) / 1_000);
        return { lease: { id, team, label, urls, since, expiresAt }, secret, controlKey, bitcoin };
      } catch (error) {
        if (held.has(id)) await finish(id, 'closed', 'was not handed out');
        else await note(book.remove(id));
        throw error;
      } finally {
        asking.delete(id);
      }
    },
    async renew(caller, id, secret) {
      const { digest } = await find(caller, id);
      if (!isSecret(secret, digest)) throw withoutSecret(id);
      const expiresAt = await book.renew(id);
      if (expiresAt === undefined) throw notFound(id, (await book.find(id))?.end);
      return { expiresAt };
    },
    async end(caller, id, secret) {
      const { digest } = await find(caller, id);
      if (!caller.isAdmin && !isSecret(secret, digest)) throw withoutSecret(id);
      await book.end(id, 'was ended');
      if (held.has(id)) await finish(id, 'closed', 'was ended');
      else await book.whenRemoved(id);
    },
    async list({ team, isAdmin }) {
      const entries = (await book.list()).filter((entry) => isAdmin || entry.team === team);
      return entries.flatMap(({ id, team: owner, label, lease }) => {
        if (lease === undefined) return [];
        const { urls, since, expiresAt } = lease;
        return [{ id, team: owner, label, urls, since, expiresAt }];
      });
    },
    sweep() {
      sweeping ??= sweepBook()
        .catch(warnOnce)
        .finally(() => {
          sweeping = undefined;
          stock.refill();
        });
      return sweeping;
    },
    counts: () => ({ ...stock.counts(), ended: { ...ended } }),
    async close() {
      isClosed = true;
      await sweeping;
      await Promise.all(adopting.values());
      if (book.isShared) {
        await Promise.all(
          [...held].map(async ([id, { network, ending }]) => {
            if (network.handle === undefined || ending !== undefined) return finish(id, 'lost', 'ended: its pool was stopped');
            held.delete(id);
            stock.release(network);
          }),
        );
      }
      await stock.close();
      await book.close();
    },
  };
}

function notFound(id: string, why = 'is none of yours'): DevnetError {
  return new DevnetError('NOT_FOUND', `the network ${showValue(id)} ${why}`, { field: 'id', received: showValue(id) });
}

function withoutSecret(id: string): DevnetError {
  return new DevnetError('FORBIDDEN', `the network ${showValue(id)} belongs to another client: this is not the secret of its lease`, {
    hint: 'Send the secret that came with the network: "authorization: Bearer <secret>".',
  });
}
