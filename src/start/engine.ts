import { DevnetError } from '../base/error.js';
import { startEmbeddedEngine } from '../engines/embedded.js';
import type { Launcher } from '../engines/launch.js';
import type { ResolvedConfig } from '../project/config.js';
import { dockerHost, nativeHost } from '../project/config.js';
import type { Engine, EngineOptions } from '../stacks/engine.js';

/** What an engine needs besides the configuration. */
export type EngineParts = Pick<
  EngineOptions,
  | 'funding'
  | 'contracts'
  | 'bootSources'
  | 'sbtc'
  | 'preparation'
  | 'heights'
  | 'listen'
  | 'releasePorts'
  | 'onProgress'
  | 'onWarning'
  | 'onWaiting'
  | 'signal'
  | 'fork'
  | 'bitcoinFork'
> & { version: string };

/** Starts the engine of a configuration. @throws DevnetError as the engine does */
export async function startEngine(config: ResolvedConfig, { version, ...parts }: EngineParts): Promise<Engine> {
  const options: EngineOptions = { ...engineSettings(config), ...parts };
  if (config.engine === 'embedded') return startEmbeddedEngine(options);
  if (config.engine === 'external') return startExternal(config, options);
  const [{ startNakamotoEngine }, launcher] = await Promise.all([
    import('../engines/real-nodes.js'),
    config.engine === 'native' ? nativeLauncher(config) : dockerLauncher(config, options, version),
  ]);
  return startNakamotoEngine(options, launcher);
}

function engineSettings(config: ResolvedConfig): Omit<EngineOptions, keyof EngineParts> {
  const { host, allowedHosts, control, ports, bitcoin, mining, epoch, epochs, pox, signers, eventObservers, bootContracts, cache } = config;
  const readOnly = readOnlyLimits(config);
  const coverage = config.coverage !== undefined;
  const { files: bitcoinFiles, ...credentials } = bitcoin;
  const access = { allowedHosts, origins: control.origins };
  return {
    ports,
    host,
    access,
    bitcoin: credentials,
    bitcoinFiles,
    mining,
    epoch,
    epochs,
    pox,
    readOnly,
    coverage,
    signers,
    eventObservers,
    bootContracts,
    cache,
  };
}

/** Returns the limits of read-only calls; undefined on the external engine. */
function readOnlyLimits({
  readOnly: { runtime, readCount, readLength, writeCount, writeLength },
}: ResolvedConfig): EngineOptions['readOnly'] {
  if (runtime === undefined || readCount === undefined || readLength === undefined) return undefined;
  return { runtime, readCount, readLength, writeCount: writeCount ?? 0, writeLength: writeLength ?? 0 };
}

async function startExternal({ external }: ResolvedConfig, options: EngineOptions): Promise<Engine> {
  const { bitcoinRpc, stacksRpc, stacksToken } = external;
  if (bitcoinRpc === undefined || stacksRpc === undefined) throw new DevnetError('INTERNAL', 'a checked configuration has both URLs');
  const { startExternalEngine } = await import('../engines/external-engine.js');
  return startExternalEngine(options, { bitcoinRpc, stacksRpc, stacksToken });
}

async function nativeLauncher({ binaries }: ResolvedConfig): Promise<Launcher> {
  const { createNativeLauncher } = await import('../engines/native-launcher.js');
  return createNativeLauncher({ binaries, ...nativeHost() });
}

async function dockerLauncher(
  { images, compose, cache }: ResolvedConfig,
  { onProgress }: EngineOptions,
  version: string,
): Promise<Launcher> {
  if (compose.folder !== undefined) {
    const { createComposeLauncher } = await import('../engines/compose-launcher.js');
    return createComposeLauncher(compose.folder);
  }
  const { createDockerLauncher } = await import('../engines/docker-launcher.js');
  return createDockerLauncher({ images, cache, environment: dockerHost(), version, onProgress });
}
