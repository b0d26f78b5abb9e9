import type { ResolvedConfig, StartOptions } from '../../project/config.js';
import { openSwarm, type SwarmNetwork } from '../swarm/networks.js';
import type { NetworkSource, PooledNetwork } from './source.js';

/** Starts each network as a service of the Swarm. @param hooks as of `openSwarm` @throws DevnetError MISSING without a Swarm */
export async function startSwarmSource(
  config: ResolvedConfig,
  hooks: StartOptions & { isLasting?: boolean; ownPasswords?: boolean },
): Promise<NetworkSource> {
  const swarm = await openSwarm(config, hooks);
  // At the machine of its container, wherever the client is.
  const pooled = ({ urls, ...network }: SwarmNetwork): PooledNetwork => ({ ...network, urls: () => urls });
  return {
    name: `${config.engine} on a Swarm`,
    start: async () => pooled(await swarm.start()),
    adopt: async (handle) => pooled(await swarm.adopt(handle)),
    close: async () => undefined,
  };
}
