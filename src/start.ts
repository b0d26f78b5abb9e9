import { closeAll } from './close-all.js';
import { dockerHost, nativeHost, resolveOptions } from './config/resolve.js';
import type { DevnetOptions, ResolvedConfig } from './config/types.js';
import { accountsOn, createAccounts } from './devnet/accounts.js';
import { createDevnet } from './devnet/create.js';
import { planFunding } from './devnet/funding.js';
import type { Devnet } from './devnet/types.js';
import { startEmbeddedEngine } from './engines/embedded/engine.js';
import type { Engine, EngineOptions } from './engines/engine.js';
import type { Launcher } from './engines/launch/launcher.js';
import { DevnetError, throwIfAborted } from './error.js';
import { btcFaucetKeys, stxFaucetKeys } from './faucet/keys.js';
import { readManifest } from './system/manifest.js';

/**
 * Starts a network of a Bitcoin and a Stacks node and resolves when it is ready: every account is funded on both chains, and at
 * least ten Bitcoin blocks lie before the next prepare phase.
 * @throws DevnetError INVALID_INPUT, UNSUPPORTED, MISSING, PORT_TAKEN, NOT_REACHABLE, TIMEOUT, ABORTED; nothing is left running then
 * @example
 * await using devnet = await startDevnet();
 * const { txId, block } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { contracts = [], ...settings } = options;
  const config = resolveOptions(settings);
  const { gateway: withGateway = true, signal } = options;
  if (contracts.length > 0 && config.engine !== 'embedded') throw noContracts(config.engine);
  throwIfAborted(signal);
  const [accounts, stxKeys, btcKeys] = await Promise.all([
    createAccounts(config.accounts),
    stxFaucetKeys(config.faucet.stx.keys),
    btcFaucetKeys(config.faucet.btc.keys),
  ]);
  const { version } = readManifest();
  const funding = planFunding({ accounts: Object.values(accounts), balances: config.balances, stxKeys, btcKeys });
  const startOptions: EngineOptions = {
    ...engineOptions(config, options, funding),
    contracts,
    // The Clarity VM starts in its own thread meanwhile, or the real nodes do. A failure is told by the import below.
    onWaiting: () => {
      if (withGateway) import('./gateway/server.js').catch(() => undefined);
    },
  };
  const engine = await startEngine(config, startOptions, version);
  const chains = await engine.chains();
  const { devnet, attach } = createDevnet({
    engine,
    accounts: await accountsOn(accounts, chains.bitcoin),
    networkId: chains.stacks.networkId,
    faucet: { btc: { ...config.faucet.btc, keys: btcKeys }, stx: { ...config.faucet.stx, keys: stxKeys } },
    version,
  });
  try {
    if (withGateway) {
      const { startGateway } = await import('./gateway/server.js');
      const { host, ports, control, trustedProxies, apiKeys } = config;
      attach(
        await startGateway({
          devnet,
          host,
          port: ports.gateway,
          control,
          limits: limitsOf(config),
          service: apiKeys.service,
          trustedProxies,
          version,
          onWarning: options.onWarning,
        }),
      );
    }
    throwIfAborted(signal);
    return devnet;
  } catch (error) {
    await closeAll([devnet.close]).catch(() => undefined);
    throw error;
  }
}

function noContracts(engine: string): DevnetError {
  return new DevnetError('UNSUPPORTED', `only the embedded engine begins with contracts, not ${engine}`, {
    field: 'contracts',
    hint: 'deploy them with transactions',
  });
}

async function startEngine(config: ResolvedConfig, options: EngineOptions, version: string): Promise<Engine> {
  if (config.engine === 'embedded') return startEmbeddedEngine(options);
  if (config.engine === 'external') return startExternal(config, options);
  const [{ startNakamotoEngine }, launcher] = await Promise.all([
    import('./engines/nakamoto/engine.js'),
    config.engine === 'native' ? nativeLauncher(config) : dockerLauncher(config, options, version),
  ]);
  return startNakamotoEngine(options, launcher);
}

async function startExternal({ external }: ResolvedConfig, options: EngineOptions): Promise<Engine> {
  const { bitcoinRpc, stacksRpc, stacksToken } = external;
  if (bitcoinRpc === undefined || stacksRpc === undefined) throw new DevnetError('INTERNAL', 'a checked configuration has both URLs');
  const { startExternalEngine } = await import('./engines/external/engine.js');
  return startExternalEngine(options, { bitcoinRpc, stacksRpc, stacksToken });
}

function limitsOf({ rateLimit: limits, rateLimitFile: windowFile, apiKeys: { file: keyFile, factor } }: ResolvedConfig) {
  return limits === 'off' ? undefined : { limits, windowFile, keyFile, factor };
}

async function nativeLauncher({ binaries }: ResolvedConfig): Promise<Launcher> {
  const { createNativeLauncher } = await import('./engines/native/launcher.js');
  return createNativeLauncher({ binaries, ...nativeHost() });
}

async function dockerLauncher(
  { images, compose, cache }: ResolvedConfig,
  { onProgress }: EngineOptions,
  version: string,
): Promise<Launcher> {
  if (compose.folder !== undefined) {
    const { createComposeLauncher } = await import('./engines/compose/launcher.js');
    return createComposeLauncher(compose.folder);
  }
  const { createDockerLauncher } = await import('./engines/docker/launcher.js');
  return createDockerLauncher({ images, cache, environment: dockerHost(), version, onProgress });
}

function engineOptions(
  { host, ports, bitcoin, mining, epoch, pox, signers, eventObservers, cache }: ResolvedConfig,
  { onProgress, onWarning, signal }: DevnetOptions,
  funding: EngineOptions['funding'],
): EngineOptions {
  return { funding, ports, host, bitcoin, mining, epoch, pox, signers, eventObservers, cache, onProgress, onWarning, signal };
}
