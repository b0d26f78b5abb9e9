import { closeAll } from './close-all.js';
import type { ResolvedConfig } from './config/devnet-config.js';
import { resolveStart } from './config/resolve.js';
import type { DevnetOptions, StartOptions } from './config/start-options.js';
import { accountsOn } from './devnet/accounts.js';
import { type CreatedDevnet, createDevnet } from './devnet/create.js';
import { describeProject } from './devnet/project.js';
import type { Devnet } from './devnet/types.js';
import type { Engine } from './engines/engine.js';
import { throwIfAborted } from './error.js';
import { checkPorts, checkSupport } from './start/check.js';
import { checkCoverage, coverageParts } from './start/coverage.js';
import { startEngine } from './start/engine.js';
import { loadGateway, openGateway } from './start/gateway.js';
import { type NetworkPlan, planNetwork } from './start/plan.js';
import { readManifest } from './system/manifest.js';

/** How to start the network of a resolved configuration. */
export type NetworkStart = StartOptions & {
  /**
   * Called once the network has its contracts and only has to listen, to free its ports: it closes the network that this one replaces.
   * Embedded engine only. @default the ports must be free from the beginning
   */
  releasePorts?: (() => Promise<void>) | undefined;
};

/**
 * Starts a network of a Bitcoin and a Stacks node and resolves when it is ready: every account is funded on both chains, and the
 * next prepare phase is at least ten Bitcoin blocks away. After an error nothing is left running.
 * @throws DevnetError INVALID_INPUT, UNSUPPORTED, MISSING, PORT_TAKEN, NOT_REACHABLE, TIMEOUT, ABORTED
 * @example
 * await using devnet = await startDevnet();
 * const { txId, block } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { gateway, onProgress, onWarning, onRequest, signal, ...config } = options;
  return startNetwork(await resolveStart(config, { onNotice: onProgress }), { gateway, onProgress, onWarning, onRequest, signal });
}

/** Starts the network of a configuration that is resolved already. @throws DevnetError as {@link startDevnet} */
export async function startNetwork(config: ResolvedConfig, options: NetworkStart = {}): Promise<Devnet> {
  const { gateway: withGateway = true, releasePorts, onProgress, onWarning, onRequest, signal } = options;
  checkSupport(config);
  await checkCoverage(config);
  throwIfAborted(signal);
  if (releasePorts === undefined) await checkPorts(config, withGateway);
  const { version } = readManifest();
  const plan = await planNetwork(config, { onProgress, onWarning, signal });
  const { funding, contracts, sbtc, prepared } = plan;
  const engine = await startEngine(config, {
    ...{ funding, contracts, sbtc, preparation: prepared?.preparation },
    ...{ releasePorts, onProgress, onWarning, signal, version },
    onWaiting: () => withGateway && loadGateway(),
  });
  const { devnet, attach, onClose } = await createNetwork(config, { engine, plan, version, onWarning });
  try {
    if (withGateway) attach(await openGateway(config, { devnet, version, onWarning, onRequest }));
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

type NetworkParts = Pick<StartOptions, 'onWarning'> & { engine: Engine; plan: NetworkPlan; version: string };

async function createNetwork(config: ResolvedConfig, { engine, plan, version, onWarning }: NetworkParts): Promise<CreatedDevnet> {
  const { accounts, faucetKeys, sbtc, project, prepared } = plan;
  const { faucet, history } = config;
  const chains = await engine.chains();
  return createDevnet({
    engine,
    accounts: await accountsOn(accounts, chains.bitcoin),
    project: project && describeProject(project, prepared?.requirements ?? new Map()),
    networkId: chains.stacks.networkId,
    faucet: {
      btc: { ...faucet.btc, keys: faucetKeys.btc },
      stx: { ...faucet.stx, keys: faucetKeys.stx },
      sbtc: { ...faucet.sbtc, keys: faucetKeys.sbtc },
    },
    sbtc: sbtc && { deployer: sbtc.deployer, bridge: config.sbtc.bridge },
    keptBlocks: history.keep,
    coverage: coverageParts(config, project),
    version,
    onWarning,
  });
}
