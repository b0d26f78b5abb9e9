import { resolveConfig } from '../config/resolve.js';
import { runningDevnet } from '../config/running-devnet.js';
import type { DevnetOptions } from '../config/types.js';
import type { Environment } from '../system/environment.js';

/** The network that all files of a test run share. */
export type RunNetwork = { url: string; close(): Promise<void> };

/** What a run's network is where neither environment nor file say otherwise. */
export type RunNetworkOptions = DevnetOptions & {
  /** Where `devnet.config.*` is looked for. @default none is read */
  cwd?: string | undefined;
};

/**
 * The network that `DEVNET_URL` names, for example that of `stacks-devnet exec`; else one that is started with what the environment
 * (`DEVNET_…`) and `devnet.config.*` say, and with the options where these say nothing.
 */
export async function runNetwork({ cwd, ...options }: RunNetworkOptions, env: Environment): Promise<RunNetwork> {
  if (env['DEVNET_URL']) return { url: runningDevnet({}, env).url, close: async () => undefined };
  const { onProgress, onWarning, signal, gateway: _gateway, ...defaults } = options;
  const config = await resolveConfig({ env, cwd, defaults });
  const { startNetwork } = await import('../start.js');
  const devnet = await startNetwork(config, { onProgress, onWarning, signal });
  return { url: devnet.urls.gateway ?? '', close: devnet.close };
}
