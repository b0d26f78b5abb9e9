import type { ResolvedConfig } from '../config/devnet-config.js';
import type { StartOptions } from '../config/start-options.js';
import { openSwarm } from '../start/swarm/networks.js';
import type { NetworkSource } from './source.js';

/** Starts each network as a service of the Swarm. @throws DevnetError MISSING without a Swarm */
export async function startSwarmSource(config: ResolvedConfig, hooks: StartOptions): Promise<NetworkSource> {
  const swarm = await openSwarm(config, hooks);
  return {
    name: `${config.engine} on a Swarm`,
    async start() {
      const { urls, ...network } = await swarm.start();
      // At the machine of its container, wherever the client is.
      return { ...network, urls: () => urls };
    },
    close: async () => undefined,
  };
}
