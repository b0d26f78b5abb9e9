import { invalid } from '../base/error.js';
import type { OpenBitcoinFork } from '../engines/bitcoin-fork.js';
import type { OpenFork } from '../engines/stacks-fork.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import { splitForkUrl } from '../project/config.js';
import { hasMainnetAddresses } from '../stacks/engine.js';

/** A fork to start, and the configuration with the rules of its origin. */
export type StartedFork = { fork: OpenFork; config: ResolvedConfig; isMainnet: boolean };

/**
 * Opens the fork of a configuration; undefined for a network with its own genesis. @throws DevnetError ORIGIN, INVALID_INPUT,
 * UNSUPPORTED, ABORTED
 */
export async function startFork(
  config: ResolvedConfig,
  { onProgress, onWarning, signal }: Pick<StartOptions, 'onProgress' | 'onWarning' | 'signal'>,
): Promise<StartedFork | undefined> {
  const { url: text, height, offline, apiKey, timeout: timeoutMs } = config.fork;
  if (text === undefined) return undefined;
  const { openFork } = await import('../engines/stacks-fork.js');
  const { url, height: written } = splitForkUrl(text);
  const { cache } = config;
  const fork = await openFork({ url, height: height ?? written, offline, apiKey, timeoutMs, cache, onProgress, onWarning, signal });
  const { epoch, networkId, pox } = fork.point;
  const { rewardLength, prepareLength } = pox;
  // The list of epochs has all since 3.0.
  const rules = { epoch: epoch as ResolvedConfig['epoch'], pox: { rewardLength, prepareLength } };
  return { fork, config: { ...config, ...rules }, isMainnet: hasMainnetAddresses({ networkId }) };
}

/**
 * Opens the fork of Bitcoin of a configuration; undefined for a chain with its own genesis.
 * @param fork that of Stacks, whose Bitcoin block is then the one to continue
 * @throws DevnetError ORIGIN, INVALID_INPUT, ABORTED
 */
export async function startBitcoinFork(
  config: ResolvedConfig,
  fork: OpenFork | undefined,
  { onProgress, onWarning, signal }: Pick<StartOptions, 'onProgress' | 'onWarning' | 'signal'>,
): Promise<OpenBitcoinFork | undefined> {
  const { bitcoin, offline, timeout: timeoutMs } = config.fork;
  if (bitcoin.url === undefined) return undefined;
  const { openBitcoinFork } = await import('../engines/bitcoin-fork.js');
  const { url, height: written } = splitForkUrl(bitcoin.url);
  const given = bitcoin.height ?? written;
  const burn = fork?.point.burn;
  if (burn !== undefined && given !== undefined && given !== burn.height) {
    const hint = 'Omit it, or fork Stacks from a block of that Bitcoin block.';
    throw invalid('fork.bitcoin.height', `${burn.height}, the Bitcoin block of Stacks block ${fork?.point.block.height}`, given, hint);
  }
  const { cache } = config;
  const height = given ?? burn?.height;
  const opened = await openBitcoinFork({ url, height, offline, timeoutMs, cache, onProgress, onWarning, signal });
  if (burn !== undefined && opened.point.block.id !== burn.hash) {
    opened.close();
    const hint = 'Name an Esplora server of the Bitcoin network on which the Stacks network is.';
    throw invalid(
      'fork.bitcoin.url',
      `a chain with block ${burn.hash} at height ${burn.height}, as the origin of fork.url has`,
      opened.point.block.id,
      hint,
    );
  }
  return opened;
}
