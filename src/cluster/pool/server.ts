import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { listenError } from '#platform/port-taken.js';
import { authorityOf } from '#platform/tcp-server.js';
import { once } from '../../base/async.js';
import { closeAll } from '../../base/close-all.js';
import type { RedisConnection } from '../redis/connection.js';
import { sharedKeys } from '../replicas/keys.js';
import { createPoolApp } from './app.js';
import { SWEEP_MS } from './lease-book.js';
import { createPoolMetrics } from './metrics.js';
import { createNetworks, type NetworksOptions } from './networks.js';
import type { PoolServices } from './services.js';
import { openSharedBook } from './shared-book.js';

/** How a pool keeps networks, and who may have how many. */
export type PoolServerOptions = Omit<NetworksOptions, 'onTaken' | 'book'> &
  Omit<PoolServices, 'networks' | 'metrics' | 'closing' | 'source' | 'keys'> & {
    /** 0 takes a free one. */
    port: number;
    /** What the replicas of the pool share; the server does not close it. */
    redis?: RedisConnection | undefined;
  };

/** A pool that listens. */
export type PoolServer = {
  /** Without trailing slash. */
  url: string;
  /** Ends all networks and frees the port. Idempotent. */
  close(): Promise<void>;
};

/** Serves a pool. Closes the source of its networks if it cannot. @throws DevnetError PORT_TAKEN */
export async function startPoolServer({ source, host, port, redis, ...options }: PoolServerOptions): Promise<PoolServer> {
  const closing = new AbortController();
  // Every wait listens to it, without a limit.
  setMaxListeners(0, closing.signal);
  const metrics = createPoolMetrics();
  const book = redis && openSharedBook(redis, options);
  const networks = createNetworks({ ...options, source, book, onTaken: metrics.taken });
  const timer = setInterval(networks.sweep, SWEEP_MS);
  const app = await createPoolApp({
    ...options,
    keys: redis && sharedKeys(redis),
    networks,
    metrics,
    host,
    source: source.name,
    closing: closing.signal,
  });
  const close = once(async () => {
    clearInterval(timer);
    closing.abort();
    await closeAll([networks.close, () => app.close()]);
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await close();
    throw await listenError(error, { field: '--port', host, port });
  }
  const { port: bound } = app.server.address() as AddressInfo;
  return { url: `http://${authorityOf(host, bound)}`, close };
}
