import type { ResolvedConfig, StartOptions } from '../../project/config.js';
import { startNetwork } from '../../start/start-devnet.js';
import { newKey } from './new-key.js';
import type { NetworkSource } from './source.js';
import { urlsAt } from './urls.js';

/** Starts each network with its own nodes, for engines that cannot copy one. @param hooks.ownPasswords as of `startEmbeddedSource` */
export function createStartingSource(
  config: ResolvedConfig,
  { onWarning, ownPasswords = false }: Pick<StartOptions, 'onWarning'> & { ownPasswords?: boolean },
): NetworkSource {
  return {
    name: config.engine,
    async start() {
      const controlKey = newKey();
      const { rpcUser } = config.bitcoin;
      const rpcPassword = ownPasswords ? newKey() : config.bitcoin.rpcPassword;
      const control = { ...config.control, key: controlKey };
      const devnet = await startNetwork({ ...config, control, bitcoin: { ...config.bitcoin, rpcPassword } }, { onWarning, keyOnly: true });
      return { controlKey, bitcoin: { rpcUser, rpcPassword }, urls: (host) => urlsAt(devnet.urls, host), close: devnet.close };
    },
    close: async () => undefined,
  };
}
