import { readManifest } from '#platform/manifest.js';
import { once } from '../base/async.js';
import { closeAll } from '../base/close-all.js';
import { DevnetError, invalid } from '../base/error.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import { type PoolNumber, poolNumbers } from '../project/config.js';
import { networkShape } from '../start/shape.js';
import { startPoolServer } from './pool/server.js';
import type { NetworkSource } from './pool/source.js';
import { connectRedis } from './redis/connection.js';

export type StartPoolOptions = Pick<StartOptions, 'onProgress' | 'onWarning' | 'signal'> & {
  /** 0 takes a free one. @default 3990 */
  port?: number | undefined;
  /** The largest number of networks at once. @default 8 */
  size?: number | undefined;
  /** The number of networks to keep ready. @default 2 */
  spares?: number | undefined;
  /** A network ends if its client does not renew its lease for so long, in seconds. @default 60 */
  leaseSeconds?: number | undefined;
  /** Returns how many networks a team may hold. @default no limit */
  quota?: ((team: string) => number) | undefined;
  /** Whether callers on this machine need an API key, too. @default only callers on other machines */
  requireKey?: boolean | undefined;
  /** The team that sees and ends the networks of all teams. @default none */
  admin?: string | undefined;
};

/** A pool that hands out networks. */
export type RunningPool = {
  /** Clients set it as `DEVNET_POOL`. Without trailing slash. */
  url: string;
  /** Ends all networks and frees the port. Networks on a Swarm are left to the other pools of a Redis. Idempotent. */
  close(): Promise<void>;
};

/**
 * Starts a pool: it hands out ready networks over HTTP, as `stacks-devnet pool` does. Pools with the same Redis share their leases.
 * @param given the settings of the networks, from `resolveConfig()`. The pool chooses their ports and keys
 * @throws DevnetError INVALID_INPUT, UNSUPPORTED for settings that a pool cannot have, PORT_TAKEN, MISSING, NOT_REACHABLE
 */
export async function startPool(given: ResolvedConfig, options: StartPoolOptions = {}): Promise<RunningPool> {
  const { quota = () => Number.POSITIVE_INFINITY, admin, ...hooks } = options;
  const { size, spares, leaseSeconds, port } = numbersOf(options);
  const ownPasswords = options.requireKey || !isLoopback(given.host);
  const config = configOfNetworks(given, ownPasswords);
  const { host, allowedHosts, apiKeys, trustedProxies } = config;
  const shape = await networkShape(config, { ownPasswords });
  const redis = given.redis === undefined ? undefined : await connectRedis(given.redis);
  try {
    const server = await startPoolServer({
      source: await openSource(config, { ...hooks, isLasting: redis !== undefined, ownPasswords }),
      ...{ redis, size, spares, quota, host, allowedHosts, port, requireKey: ownPasswords, admin, trustedProxies },
      leaseMs: leaseSeconds * 1_000,
      keyFile: apiKeys.file,
      service: apiKeys.service,
      shape,
      version: readManifest().version,
      onWarning: hooks.onWarning,
    });
    return { url: server.url, close: once(() => closeAll([async () => redis?.close(), server.close])) };
  } catch (error) {
    await redis?.close();
    throw error;
  }
}

/** @throws DevnetError INVALID_INPUT */
function numbersOf(options: StartPoolOptions): Record<PoolNumber, number> {
  const names = Object.keys(poolNumbers) as PoolNumber[];
  return Object.fromEntries(names.map((name) => [name, numberOf(options, name)])) as Record<PoolNumber, number>;
}

function numberOf(options: StartPoolOptions, name: PoolNumber): number {
  const { min, max, default: value } = poolNumbers[name];
  const number = options[name] ?? value;
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw invalid(name, `a whole number from ${min} to ${max}`, number);
}

type Hooks = StartOptions & { isLasting: boolean; ownPasswords: boolean };

async function openSource(config: ResolvedConfig, hooks: Hooks): Promise<NetworkSource> {
  if (config.docker.swarm) return (await import('./pool/swarm.js')).startSwarmSource(config, hooks);
  if (config.engine === 'embedded') return (await import('./pool/embedded.js')).startEmbeddedSource(config, hooks);
  return (await import('./pool/started.js')).createStartingSource(config, hooks);
}

/** @throws DevnetError INVALID_INPUT, UNSUPPORTED */
function configOfNetworks(config: ResolvedConfig, ownPasswords: boolean): ResolvedConfig {
  const { engine, coverage, dap } = config;
  if (engine === 'external')
    throw new DevnetError('UNSUPPORTED', 'engine: a pool starts networks, external ones run already', { field: 'engine' });
  if (coverage !== undefined) throw invalid('coverage', 'nothing, because networks of a pool cannot share a report', coverage);
  if (dap !== undefined) throw invalid('dap', 'nothing, because networks of a pool cannot share a port for debuggers', dap);
  return {
    ...config,
    // Clients use the name of this machine, whatever it is; pages know neither keys nor passwords.
    allowedHosts: ownPasswords ? ['*'] : config.allowedHosts,
    ports: { ...config.ports, gateway: 0, stacks: 0, bitcoin: 0, electrum: 0 },
    pool: undefined,
    redis: undefined,
    rateLimit: 'off',
    control: { ...config.control, enabled: true },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
