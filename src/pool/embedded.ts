import type { ResolvedConfig } from '../config/devnet-config.js';
import type { StartOptions } from '../config/start-options.js';
import { startNetwork } from '../start.js';
import { newControlKey } from './control-key.js';
import type { NetworkSource } from './source.js';
import { urlsAt } from './urls.js';

/** Boots one network in this process, which nobody uses, and starts copies of it. @throws DevnetError as `startNetwork` */
export async function startEmbeddedSource(config: ResolvedConfig, hooks: StartOptions): Promise<NetworkSource> {
  const base = await startNetwork(config, { ...hooks, gateway: false });
  return {
    name: 'embedded',
    async start() {
      const controlKey = newControlKey();
      const copy = await base.clone({ gateway: true, controlKey });
      return { controlKey, urls: (host) => urlsAt(copy.urls, host), close: copy.close };
    },
    close: base.close,
  };
}
