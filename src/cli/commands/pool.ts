import { closeAll } from '../../close-all.js';
import type { ResolvedConfig } from '../../config/devnet-config.js';
import { resolveConfig } from '../../config/resolve.js';
import type { StartOptions } from '../../config/start-options.js';
import type { Flags } from '../../config/text-layer.js';
import { DevnetError, invalid } from '../../error.js';
import { once } from '../../once.js';
import { startPoolServer } from '../../pool/server.js';
import type { NetworkSource } from '../../pool/source.js';
import type { RedisConnection } from '../../redis/connection.js';
import { networkShape } from '../../start/shape.js';
import { readManifest } from '../../system/manifest.js';
import type { Context } from '../context.js';
import type { Output } from '../output.js';
import { runService } from '../run-service.js';

export type PoolOptions = {
  port: number;
  size: number;
  spares: number;
  leaseSeconds: number;
  quota(team: string): number;
  requireKey: boolean;
  admin: string | undefined;
};

/** `pool`: hands out ready networks over HTTP until it is stopped. */
export async function pool(flags: Flags, options: PoolOptions, context: Context, output: Output): Promise<void> {
  const { env, cwd } = context;
  const given = await resolveConfig({ flags, env, cwd, findProject: true, onNotice: (line) => output.note(line) });
  const requireKey = options.requireKey || !isLoopback(given.host);
  const config = ownConfig(given, requireKey);
  const { size, spares, leaseSeconds, quota, admin, port } = options;
  const { host, allowedHosts, apiKeys, trustedProxies, logLevel } = config;
  await runService({
    context,
    output,
    logLevel,
    async start(hooks) {
      const redis = await connect(given.redis);
      const source = await openSource(config, { ...hooks, isLasting: redis !== undefined, ownPasswords: requireKey }).catch(
        async (error: unknown) => {
          await redis?.close();
          throw error;
        },
      );
      const server = await startPoolServer({
        ...{ source, redis, size, spares, quota, host, allowedHosts, port, requireKey, admin, trustedProxies },
        leaseMs: leaseSeconds * 1_000,
        keyFile: apiKeys.file,
        service: apiKeys.service,
        shape: await networkShape(config, { ownPasswords: requireKey }),
        version: readManifest().version,
        onWarning: hooks.onWarning,
      }).catch(async (error: unknown) => {
        await redis?.close();
        throw error;
      });
      const close = once(() => closeAll([async () => redis?.close(), server.close]));
      return { ...server, close, subscribe: () => () => undefined };
    },
    story: async () => async () => [],
    async announce({ url }) {
      if (output.json) output.object({ ready: true, url, size, spares, leaseSeconds });
      else output.line(`pool  ${url}  ${size} networks, ${spares} of them ready; use it with DEVNET_POOL=${url}`);
    },
  });
}

async function connect(url: string | undefined): Promise<RedisConnection | undefined> {
  return url === undefined ? undefined : (await import('../../redis/connection.js')).connectRedis(url);
}

type Hooks = StartOptions & { isLasting: boolean; ownPasswords: boolean };

async function openSource(config: ResolvedConfig, hooks: Hooks): Promise<NetworkSource> {
  if (config.docker.swarm) return (await import('../../pool/swarm.js')).startSwarmSource(config, hooks);
  if (config.engine === 'embedded') return (await import('../../pool/embedded.js')).startEmbeddedSource(config, hooks);
  return (await import('../../pool/started.js')).createStartingSource(config, hooks);
}

/**
 * The configuration of the networks: the pool chooses their ports and keys.
 * @throws DevnetError INVALID_INPUT, UNSUPPORTED
 */
function ownConfig(config: ResolvedConfig, requireKey: boolean): ResolvedConfig {
  const { engine, coverage, dap } = config;
  if (engine === 'external')
    throw new DevnetError('UNSUPPORTED', 'engine: a pool starts networks, external ones run already', { field: 'engine' });
  if (coverage !== undefined) throw invalid('coverage', 'nothing, because networks of a pool cannot share a report', coverage);
  if (dap !== undefined) throw invalid('dap', 'nothing, because networks of a pool cannot share a port for debuggers', dap);
  const ports = { ...config.ports, gateway: 0, stacks: 0, bitcoin: 0 };
  // Clients use the name of this machine, whatever it is; pages know neither keys nor passwords.
  const allowedHosts = requireKey ? ['*'] : config.allowedHosts;
  return {
    ...config,
    allowedHosts,
    ports,
    pool: undefined,
    redis: undefined,
    rateLimit: 'off',
    control: { ...config.control, enabled: true },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
