import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GenesisContract } from './chains/stacks/genesis-contract.js';
import { closeAll } from './close-all.js';
import type { ResolvedConfig } from './config/devnet-config.js';
import { dockerHost, nativeHost, userDirectories } from './config/hosts.js';
import { resolveStart } from './config/resolve.js';
import type { DevnetOptions, StartOptions } from './config/start-options.js';
import { accountsOn, createAccounts } from './devnet/accounts.js';
import type { CoverageParts } from './devnet/coverage/writer.js';
import { createDevnet } from './devnet/create.js';
import { planFunding, planSbtcFunding } from './devnet/funding.js';
import { describeProject, genesisContracts, loadNetworkProject, sbtcEpoch } from './devnet/project.js';
import type { Devnet } from './devnet/types.js';
import { startEmbeddedEngine } from './engines/embedded/engine.js';
import type { Engine, EngineOptions } from './engines/engine.js';
import type { Launcher } from './engines/real-nodes/launch/launcher.js';
import { DevnetError, invalid, throwIfAborted } from './error.js';
import { btcFaucetKeys, sbtcFaucetKeys, stxFaucetKeys } from './faucet/keys.js';
import { isClarityEpoch } from './project/epochs.js';
import type { PreparedProject } from './project/prepare.js';
import type { Project } from './project/types.js';
import { MAINNET_DEPLOYER } from './sbtc/contracts.js';
import { sbtcDeployment } from './sbtc/deployment.js';
import { DEFAULT_DEPLOYER, SIGNERS_ADDRESS } from './sbtc/signers.js';
import { checkPort } from './system/check-port.js';
import { readManifest } from './system/manifest.js';

/**
 * Starts a network of a Bitcoin and a Stacks node and resolves when it is ready: every account is funded on both chains, and the
 * next prepare phase is at least ten Bitcoin blocks away. After an error nothing is left running.
 * @throws DevnetError INVALID_INPUT, UNSUPPORTED, MISSING, PORT_TAKEN, NOT_REACHABLE, TIMEOUT, ABORTED
 * @example
 * await using devnet = await startDevnet();
 * const { txId, block } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { gateway, onProgress, onWarning, signal, ...config } = options;
  return startNetwork(await resolveStart(config, { onNotice: onProgress }), { gateway, onProgress, onWarning, signal });
}

/** Starts the network of a configuration that is resolved already. @throws DevnetError as {@link startDevnet} */
export async function startNetwork(config: ResolvedConfig, options: StartOptions = {}): Promise<Devnet> {
  const { gateway: withGateway = true, onProgress, onWarning, signal } = options;
  checkContracts(config);
  checkReadOnly(config);
  await checkCoverage(config);
  throwIfAborted(signal);
  await checkPorts(config, withGateway);
  const [accounts, stxKeys, btcKeys, sbtcKeys] = await Promise.all([
    createAccounts(config.accounts),
    stxFaucetKeys(config.faucet.stx.keys),
    btcFaucetKeys(config.faucet.btc.keys),
    sbtcFaucetKeys(config.faucet.sbtc.keys),
  ]);
  const { version } = readManifest();
  const list = Object.values(accounts);
  const feePayers = config.sbtc.enabled ? [DEFAULT_DEPLOYER, config.sbtc.deployer, ...sbtcKeys.map(({ address }) => address)] : [];
  const signersAddress = config.sbtc.enabled ? SIGNERS_ADDRESS : undefined;
  const own = config.accounts.named;
  const funding = planFunding({ accounts: list, own, balances: config.balances, stxKeys, feePayers, btcKeys, signersAddress });
  const sbtcBalances = planSbtcFunding({ accounts: list, own, balances: config.sbtc.balances, sbtcKeys });
  const balances = new Map(funding.stacks.map(({ principal, amount }) => [principal, amount]));
  const project = await loadNetworkProject({ config, accounts: list, balances, sbtcBalances, onProgress, onWarning, signal });
  const sbtc = await planSbtc(config, sbtcBalances, project);
  const genesis = project === undefined || config.engine !== 'embedded' ? [] : genesisContracts(project);
  const contracts = [...genesis, ...config.contracts.map(({ path: file, ...contract }) => ({ ...contract, file }))];
  checkDistinct([...(sbtc?.contracts ?? []), ...contracts]);
  const prepared = project && (await prepare(project, { config, sbtc, genesis, onProgress, onWarning }));
  const engine = await startEngine(
    config,
    {
      ...engineOptions(config, options, funding),
      contracts,
      sbtc,
      preparation: prepared?.preparation,
      // Loads the gateway while the nodes start. The import below reports a failure.
      onWaiting: () => {
        if (withGateway) import('./gateway/server.js').catch(() => undefined);
      },
    },
    version,
  );
  const chains = await engine.chains();
  const { devnet, attach, onClose } = createDevnet({
    engine,
    accounts: await accountsOn(accounts, chains.bitcoin),
    project: project && describeProject(project, prepared?.requirements ?? new Map()),
    networkId: chains.stacks.networkId,
    faucet: {
      btc: { ...config.faucet.btc, keys: btcKeys },
      stx: { ...config.faucet.stx, keys: stxKeys },
      sbtc: { ...config.faucet.sbtc, keys: sbtcKeys },
    },
    sbtc: sbtc && { deployer: sbtc.deployer, bridge: config.sbtc.bridge },
    keptBlocks: config.history.keep,
    coverage: coverageParts(config, project),
    version,
    onWarning,
  });
  try {
    if (withGateway) {
      const { startGateway } = await import('./gateway/server.js');
      const { host, ports, control, trustedProxies, apiKeys } = config;
      const limits = limitsOf(config);
      const { service } = apiKeys;
      const listening = { host, port: ports.gateway, emilyPort: ports.emily };
      attach(await startGateway({ devnet, ...listening, control, limits, service, trustedProxies, version, onWarning }));
    }
    if (prepared !== undefined && prepared.orders.length > 0) {
      const { followOrders } = await import('./project/stacking/follow.js');
      onClose(followOrders({ engine, orders: prepared.orders, onWarning }));
    }
    throwIfAborted(signal);
    return devnet;
  } catch (error) {
    await closeAll([devnet.close]).catch(() => undefined);
    throw error;
  }
}

type PrepareOptions = Pick<StartOptions, 'onProgress' | 'onWarning'> & {
  config: ResolvedConfig;
  sbtc: EngineOptions['sbtc'];
  genesis: readonly GenesisContract[];
};

/** Reads what the network does for a project before it is ready. @throws DevnetError INVALID_INPUT naming file, line and key */
async function prepare(project: Project, { config, sbtc, genesis, onProgress, onWarning }: PrepareOptions): Promise<PreparedProject> {
  const { epoch, plan, engine } = config;
  if (!isClarityEpoch(epoch)) throw new DevnetError('INTERNAL', `a project needs an epoch of contracts, not ${epoch}`);
  const { prepareProject } = await import('./project/prepare.js');
  const target = {
    epoch,
    sbtcDeployer: sbtc?.deployer,
    genesis: new Set(genesis.map(({ deployer, name }) => `${deployer}.${name}`)),
    hasMainnetBoot: engine === 'embedded',
  };
  return prepareProject({ project, plan, target, onProgress, onWarning });
}

/** Plans sBTC: at mainnet's address if the project needs it there, where the VM runs in this process. */
async function planSbtc(
  { engine, sbtc, epoch }: ResolvedConfig,
  balances: Record<string, bigint>,
  project: Project | undefined,
): Promise<EngineOptions['sbtc']> {
  if (!sbtc.enabled) return undefined;
  const isNeeded = engine === 'embedded' && project !== undefined && project.provided.length > 0;
  const deployer = isNeeded ? MAINNET_DEPLOYER : sbtc.deployer;
  const deployment = await sbtcDeployment({ deployer, epoch, folder: sbtc.contracts, balances });
  if (!isNeeded || !isClarityEpoch(epoch)) return deployment;
  return { ...deployment, contracts: deployment.contracts.map((contract) => ({ ...contract, epoch: sbtcEpoch(epoch) })) };
}

/** The last report is written when the network closes, so that a file that cannot be written should fail first. */
async function checkCoverage({ engine, coverage }: ResolvedConfig): Promise<void> {
  if (coverage === undefined) return;
  if (engine !== 'embedded') {
    const message = `coverage: the nodes of the ${engine} engine do not report which code they execute. Use the embedded engine, or remove the setting.`;
    throw new DevnetError('UNSUPPORTED', message, { field: 'coverage' });
  }
  const isWritable = await access(dirname(coverage), constants.W_OK).then(
    async () => !(await stat(coverage).catch(() => undefined))?.isDirectory(),
    () => false,
  );
  if (!isWritable) throw invalid('coverage', 'a file in a folder that exists and is writable', coverage);
}

function coverageParts({ coverage: file, contracts }: ResolvedConfig, project: Project | undefined): CoverageParts | undefined {
  if (file === undefined) return undefined;
  const sources = contracts.flatMap(({ deployer, name, path, source }) =>
    path === undefined ? [] : [{ id: `${deployer}.${name}`, path, source }],
  );
  return { file, sources: [...(project?.contracts ?? []), ...sources] };
}

/** @throws DevnetError INVALID_INPUT if two contracts have the same principal */
function checkDistinct(contracts: readonly GenesisContract[]): void {
  const found = new Set<string>();
  for (const { deployer, name } of contracts) {
    const id = `${deployer}.${name}`;
    if (!found.has(id)) found.add(id);
    else
      throw invalid(
        'contracts',
        'no contract of sBTC or of the project',
        id,
        'The network deploys it already. Remove it, or set sbtc to false to deploy your own.',
      );
  }
}

function checkContracts({ engine, sbtc, contracts, bootContracts, project, plan }: ResolvedConfig): void {
  if (plan !== undefined && typeof project !== 'string') {
    throw invalid('project', 'a Clarinet project, because plan names one of its deployment plans', project, 'Pass --project <folder>.');
  }
  if (engine === 'embedded') return;
  if (typeof project === 'string' && engine === 'external') {
    const message = 'project: the external engine deploys no Clarinet projects. Use another engine, or pass --no-project.';
    throw new DevnetError('UNSUPPORTED', message, { field: 'project' });
  }
  if (sbtc.enabled && engine === 'external') {
    throw new DevnetError('UNSUPPORTED', 'sbtc: the external engine deploys no contracts. Remove the setting.', { field: 'sbtc' });
  }
  if (sbtc.enabled && sbtc.deployer !== DEFAULT_DEPLOYER) {
    const advice = `The ${engine} engine has only the keys of this deployer.`;
    throw invalid('sbtc.deployer', DEFAULT_DEPLOYER, sbtc.deployer, advice);
  }
  if (contracts.length > 0) {
    const message = `contracts: the ${engine} engine has no contracts at genesis. Deploy them with transactions.`;
    throw new DevnetError('UNSUPPORTED', message, { field: 'contracts' });
  }
  if (bootContracts !== undefined) {
    const message = `bootContracts: the ${engine} engine runs the boot contracts of its own node. Remove the setting.`;
    throw new DevnetError('UNSUPPORTED', message, { field: 'bootContracts' });
  }
}

/** @throws DevnetError UNSUPPORTED for limits on the external engine */
function checkReadOnly({ engine, readOnly }: ResolvedConfig): void {
  const [name] = Object.entries(readOnly).find(([, limit]) => limit !== undefined) ?? [];
  if (engine !== 'external' || name === undefined) return;
  const field = `readOnly.${name}`;
  const message = `${field}: the external engine does not configure its nodes. Remove the setting, and set read_only_call_limit_… in the configuration of the node.`;
  throw new DevnetError('UNSUPPORTED', message, { field });
}

/** Returns the limits of read-only calls; undefined on the external engine. */
function readOnlyLimits({
  readOnly: { runtime, readCount, readLength, writeCount, writeLength },
}: ResolvedConfig): EngineOptions['readOnly'] {
  if (runtime === undefined || readCount === undefined || readLength === undefined) return undefined;
  return { runtime, readCount, readLength, writeCount: writeCount ?? 0, writeLength: writeLength ?? 0 };
}

/** A boot takes seconds with real nodes, so that a port in use should fail first. @throws DevnetError PORT_TAKEN, INVALID_INPUT */
async function checkPorts({ engine, host, ports }: ResolvedConfig, withGateway: boolean): Promise<void> {
  const names: (keyof typeof ports)[] = withGateway ? ['gateway'] : [];
  if (engine !== 'external') names.push('stacks', 'bitcoin');
  if (withGateway && ports.emily !== undefined) names.push('emily');
  if (ports.bitcoinPeers !== undefined) names.push('bitcoinPeers');
  for (const name of names) await checkPort({ field: `ports.${name}`, host, port: ports[name] ?? 0 }, userDirectories());
}

async function startEngine(config: ResolvedConfig, options: EngineOptions, version: string): Promise<Engine> {
  if (config.engine === 'embedded') return startEmbeddedEngine(options);
  if (config.engine === 'external') return startExternal(config, options);
  const [{ startNakamotoEngine }, launcher] = await Promise.all([
    import('./engines/real-nodes/engine.js'),
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
  const { createNativeLauncher } = await import('./engines/real-nodes/launch/native/launcher.js');
  return createNativeLauncher({ binaries, ...nativeHost() });
}

async function dockerLauncher(
  { images, compose, cache }: ResolvedConfig,
  { onProgress }: EngineOptions,
  version: string,
): Promise<Launcher> {
  if (compose.folder !== undefined) {
    const { createComposeLauncher } = await import('./engines/real-nodes/launch/compose/launcher.js');
    return createComposeLauncher(compose.folder);
  }
  const { createDockerLauncher } = await import('./engines/real-nodes/launch/docker/launcher.js');
  return createDockerLauncher({ images, cache, environment: dockerHost(), version, onProgress });
}

function engineOptions(config: ResolvedConfig, { onProgress, onWarning, signal }: StartOptions, funding: EngineOptions['funding']) {
  const { host, ports, bitcoin, mining, epoch, pox, signers, eventObservers, bootContracts, cache } = config;
  const readOnly = readOnlyLimits(config);
  const coverage = config.coverage !== undefined;
  const settings = { ports, host, bitcoin, mining, epoch, pox, readOnly, coverage, signers, eventObservers, bootContracts, cache };
  return { ...settings, funding, onProgress, onWarning, signal };
}
