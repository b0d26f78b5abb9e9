import type { ResolvedConfig, StartOptions } from '../../project/config.js';
import { startNetwork } from '../../start/start-devnet.js';
import { newKey } from './new-key.js';
import type { NetworkSource } from './source.js';
import { urlsAt } from './urls.js';

/**
 * Boots one network in this process, which nobody uses, and starts copies of it.
 * @param hooks.ownPasswords whether each one has a password of its own for its Bitcoin RPC @default false
 * @throws DevnetError as `startNetwork`
 */
export async function startEmbeddedSource(
  config: ResolvedConfig,
  { ownPasswords = false, ...hooks }: StartOptions & { ownPasswords?: boolean },
): Promise<NetworkSource> {
  const base = await startNetwork(config, { ...hooks, gateway: false });
  return {
    name: 'embedded',
    async start() {
      const controlKey = newKey();
      const { rpcUser } = config.bitcoin;
      const rpcPassword = ownPasswords ? newKey() : config.bitcoin.rpcPassword;
      const copy = await base.clone({ gateway: true, controlKey, rpcPassword });
      return { controlKey, bitcoin: { rpcUser, rpcPassword }, urls: (host) => urlsAt(copy.urls, host), close: copy.close };
    },
    close: base.close,
  };
}
