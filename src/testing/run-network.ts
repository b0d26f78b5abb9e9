import { resolveConfig } from '../config/resolve.js';
import { runningDevnet } from '../config/running-devnet.js';
import type { DevnetOptions } from '../config/start-options.js';
import type { Environment } from '../system/environment.js';

/** The network that all files of a test run share. */
export type RunNetwork = { url: string; close(): Promise<void> };

/** Options that the environment and the configuration file override. */
export type RunNetworkOptions = DevnetOptions & {
  /** The folder of `devnet.config.*`. @default no file is read */
  cwd?: string | undefined;
};

/**
 * Connects to the network of `DEVNET_URL`, for example that of `stacks-devnet exec`. Without it, starts one: the environment (`DEVNET_…`)
 * and `devnet.config.*` override the options.
 */
export async function runNetwork({ cwd, ...options }: RunNetworkOptions, env: Environment): Promise<RunNetwork> {
  if (env['DEVNET_URL']) return { url: runningDevnet({}, env).url, close: async () => undefined };
  const { onProgress, onWarning, signal, gateway: _gateway, ...defaults } = options;
  const config = await resolveConfig({ env, cwd, defaults, findProject: true, onNotice: onProgress });
  const { startNetwork } = await import('../start.js');
  const devnet = await startNetwork(config, { onProgress, onWarning, signal });
  return { url: devnet.urls.gateway ?? '', close: devnet.close };
}
