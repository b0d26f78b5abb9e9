import type { ResolvedConfig } from '../config/devnet-config.js';
import { splitForkUrl } from '../config/schema/fork.js';
import type { StartOptions } from '../config/start-options.js';
import { hasMainnetAddresses } from '../engines/chains.js';
import type { OpenFork } from '../engines/embedded/fork/open.js';

/** A fork to start, and the configuration with the rules of its origin. */
export type StartedFork = { fork: OpenFork; config: ResolvedConfig; isMainnet: boolean };

/**
 * Opens the fork of a configuration; undefined for a network with its own genesis. @throws DevnetError ORIGIN, INVALID_INPUT, UNSUPPORTED,
 * ABORTED
 */
export async function startFork(
  config: ResolvedConfig,
  { onProgress, onWarning, signal }: Pick<StartOptions, 'onProgress' | 'onWarning' | 'signal'>,
): Promise<StartedFork | undefined> {
  const { url: text, height, offline, apiKey, timeout: timeoutMs } = config.fork;
  if (text === undefined) return undefined;
  const { openFork } = await import('../engines/embedded/fork/open.js');
  const { url, height: written } = splitForkUrl(text);
  const { cache } = config;
  const fork = await openFork({ url, height: height ?? written, offline, apiKey, timeoutMs, cache, onProgress, onWarning, signal });
  const { epoch, networkId, pox } = fork.point;
  const { rewardLength, prepareLength } = pox;
  // The list of epochs has all since 3.0.
  const rules = { epoch: epoch as ResolvedConfig['epoch'], pox: { rewardLength, prepareLength } };
  return { fork, config: { ...config, ...rules }, isMainnet: hasMainnetAddresses({ networkId }) };
}
