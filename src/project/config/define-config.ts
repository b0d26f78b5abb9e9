import type { DevnetConfig } from './devnet-config.js';

/**
 * Returns the configuration as it is. In `devnet.config.ts` it makes editors complete and check the keys.
 * @example export default defineConfig({ accounts: { count: 3 }, mining: { bitcoin: 'manual' } });
 */
export function defineConfig(config: DevnetConfig): DevnetConfig {
  return config;
}
