import type { ResolvedConfig } from '../config/devnet-config.js';
import type { StartOptions } from '../config/start-options.js';
import { startNetwork } from '../start.js';
import { newControlKey } from './control-key.js';
import type { NetworkSource } from './source.js';
import { urlsAt } from './urls.js';

/** Starts each network with its own nodes, for engines that cannot copy one. */
export function createStartingSource(config: ResolvedConfig, { onWarning }: StartOptions): NetworkSource {
  return {
    name: config.engine,
    async start() {
      const controlKey = newControlKey();
      const control = { ...config.control, key: controlKey };
      const devnet = await startNetwork({ ...config, control }, { onWarning, keyOnly: true });
      return { controlKey, urls: (host) => urlsAt(devnet.urls, host), close: devnet.close };
    },
    close: async () => undefined,
  };
}
