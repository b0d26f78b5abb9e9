import { startEmbeddedSource } from '#dist/cluster/pool/embedded.js';
import { type PoolServerOptions, startPoolServer } from '#dist/cluster/pool/server.js';
import { resolveOptions } from '#dist/project/config/resolve.js';
import type { StartOptions } from '#dist/project/config/start-options.js';
import { networkShape } from '#dist/start/shape.js';
import { testCache } from '../../cache.js';

export type TestPool = { url: string } & AsyncDisposable;

/** The settings of a pool for programs on this machine. */
export const poolDefaults = {
  ...{ size: 4, spares: 1, leaseMs: 60_000, quota: () => 100, host: '127.0.0.1', port: 0, requireKey: false },
  ...{ keyFile: '/nowhere', service: 'service', trustedProxies: [], shape: {}, version: '1.2.3' },
} satisfies Omit<PoolServerOptions, 'source'>;

/** Serves a pool of embedded networks in this process. */
export async function servePool(hooks: StartOptions = {}): Promise<TestPool> {
  const config = resolveOptions({ cache: testCache });
  const source = await startEmbeddedSource(config, hooks);
  const { url, close } = await startPoolServer({ ...poolDefaults, source, shape: await networkShape(config) });
  return { url, [Symbol.asyncDispose]: close };
}

/** What a pool answers to `POST /networks`. */
export type TakenNetwork = {
  id: string;
  urls: { gateway: string; stacks: string; bitcoin: string };
  controlKey: string;
  lease: { secret: string; seconds: number };
};
