import type { DevnetOptions } from '../../project/config.js';
import { environmentName } from '../../project/config.js';
import { runNetwork } from '../testing/run-network.js';
import { closing } from './closing.js';

type JestSetup = (globalConfig: unknown, projectConfig: { rootDir: string }) => Promise<void>;

/**
 * Creates a `globalSetup` for Jest with options, which the environment (`DEVNET_…`) and `devnet.config.*` override.
 * @example
 * // devnet.setup.mjs, named in `globalSetup`
 * export default devnetSetup({ project: './contracts' });
 */
export function devnetSetup(options: DevnetOptions = {}): JestSetup {
  return async (_globalConfig, { rootDir }) => {
    const { url, controlKey, close } = await runNetwork({ ...options, cwd: rootDir }, process.env);
    // Workers start later and find the network by it.
    process.env['DEVNET_URL'] = url;
    if (controlKey !== undefined) process.env[environmentName('control.key')] = controlKey;
    Object.assign(globalThis, { [closing]: close });
  };
}

/** Jest's `globalSetup`: starts one network for the whole run, configured by `DEVNET_…` and `devnet.config.*`. */
export default devnetSetup();
