import type { Environment } from '#platform/environment.js';
import type { Devnet } from '../../network/types.js';
import type { DevnetOptions, ResolvedConfig } from '../../project/config.js';
import { resolveConfig, runningDevnet } from '../../project/config.js';

/** The network that all files of a test run share. */
export type RunNetwork = { url: string; controlKey: string | undefined; close(): Promise<void> };

/** Options that the environment and the configuration file override. */
export type RunNetworkOptions = DevnetOptions & {
  /** The folder of `devnet.config.*`, in which or above which a Clarinet project is found. @default no file is read */
  cwd?: string | undefined;
};

/**
 * Connects to the network of `DEVNET_URL`, for example that of `stacks-devnet exec`. Without it, starts one: the environment (`DEVNET_…`)
 * and `devnet.config.*` override the options.
 */
export async function runNetwork(options: RunNetworkOptions, env: Environment): Promise<RunNetwork> {
  if (env['DEVNET_URL']) return { ...runningDevnet({}, env), close: async () => undefined };
  const { urls, controlKey, close } = await startRunNetwork({ ...options, gateway: true }, env);
  return { url: urls.gateway ?? '', controlKey, close };
}

/**
 * Starts a network; the environment (`DEVNET_…`) and `devnet.config.*` override the options.
 * @param check called with its configuration before the start
 * @throws DevnetError as `startDevnet`
 */
export async function startRunNetwork(
  { cwd, ...options }: RunNetworkOptions,
  env: Environment,
  check: (config: ResolvedConfig) => void = () => undefined,
): Promise<Devnet> {
  const { onProgress, onWarning, signal, gateway, ...defaults } = options;
  const config = await resolveConfig({ env, cwd, defaults, findProject: true, onNotice: onProgress });
  check(config);
  const { startNetwork } = await import('../../start/start-devnet.js');
  return startNetwork(config, { onProgress, onWarning, signal, gateway });
}
