import { keepCode } from '#platform/code.js';
import { readManifest } from '#platform/manifest.js';
import { throwIfAborted } from '../base/error.js';
import type { Devnet, OperableDevnet } from '../network/types.js';
import type { DevnetOptions, ResolvedConfig, StartOptions } from '../project/config.js';
import { resolveStart } from '../project/config.js';
import type { Engine } from '../stacks/engine.js';
import { checkListening, checkPorts, checkSupport } from './check.js';
import { startOnSwarm } from './cluster.js';
import { checkCoverage } from './coverage.js';
import { startEngine } from './engine.js';
import { startBitcoinFork, startFork } from './fork.js';
import { loadGateway } from './gateway.js';
import { openNetwork } from './network.js';
import { type NetworkPlan, planNetwork } from './plan.js';
import { checkStateFiles, forkOfState, type OpenedState, openStateFile } from './state-file.js';

/** How to start the network of a resolved configuration. */
export type NetworkStart = StartOptions & {
  /**
   * Called once the network has its contracts and only has to listen, to free its ports: it closes the network that this one replaces.
   * Embedded engine only. @default the ports must be free from the beginning
   */
  releasePorts?: (() => Promise<void>) | undefined;
  /** Called for each request to the control of the gateway that is allowed. */
  onControl?: (() => void) | undefined;
  /** Whether programs on this machine need the control key, too. @default false */
  keyOnly?: boolean | undefined;
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
  const { gateway, listen, onProgress, onWarning, onRequest, signal, ...config } = options;
  const resolved = await resolveStart(config, { onNotice: onProgress });
  const devnet = await startNetwork(resolved, { gateway, listen, onProgress, onWarning, onRequest, signal });
  if (resolved.cache.enabled) setImmediate(keepCode);
  return devnet;
}

/** Starts the network of a configuration that is resolved already. @throws DevnetError as {@link startDevnet} */
export async function startNetwork(given: ResolvedConfig, options: NetworkStart = {}): Promise<OperableDevnet> {
  checkStateFiles(given);
  checkListening(given, options);
  if (given.docker.swarm) return startOnSwarm(given, options);
  if (given.pool !== undefined) return (await import('./pooled.js')).startPooled({ ...given, pool: given.pool }, options);
  return openStarted(given, options);
}

async function openStarted(given: ResolvedConfig, options: NetworkStart): Promise<OperableDevnet> {
  const { gateway: withGateway = true, listen: listens = true, releasePorts, onWarning, signal } = options;
  checkSupport(given);
  await checkCoverage(given);
  throwIfAborted(signal);
  if (releasePorts === undefined && listens) await checkPorts(given, withGateway);
  const opened = await openStateFile(given, onWarning);
  try {
    return await startWith(given, options, opened);
  } catch (error) {
    await opened?.store?.close();
    throw error;
  }
}

/** @param opened the file with the state of the network */
async function startWith(given: ResolvedConfig, options: NetworkStart, opened: OpenedState | undefined): Promise<OperableDevnet> {
  const { gateway: withGateway = true, listen: listens = true, releasePorts } = options;
  const { onProgress, onWarning, onRequest, onControl, keyOnly, signal } = options;
  const started = await startFork(forkOfState(given, opened), { onProgress, onWarning, signal });
  const { fork, config = given, isMainnet = false } = started ?? {};
  const bitcoinFork = await startBitcoinFork(config, fork, { onProgress, onWarning, signal }).catch((error: unknown) => {
    fork?.close();
    throw error;
  });
  const { version } = readManifest();
  const { plan, engine } = await planAndStart().catch((error: unknown) => {
    fork?.close();
    bitcoinFork?.close();
    throw error;
  });
  return openNetwork(config, {
    engine,
    fork,
    bitcoinFork,
    plan,
    version,
    opened,
    withGateway,
    listens,
    copiesListen: listens,
    onWarning,
    onRequest,
    onControl,
    keyOnly,
    signal,
  });

  async function planAndStart(): Promise<{ plan: NetworkPlan; engine: Engine }> {
    const plan = await planNetwork(config, { isMainnet, onProgress, onWarning, signal });
    const { funding, contracts, bootSources, sbtc, heights, prepared } = plan;
    const { preparation } = prepared ?? {};
    const engine = await startEngine(config, {
      ...{ funding, contracts, bootSources, sbtc, heights, fork, bitcoinFork },
      // The stored state has what it did.
      preparation: preparation && opened?.stored !== undefined ? { ...preparation, run: async () => undefined } : preparation,
      ...{ listen: listens, releasePorts, onProgress, onWarning, signal, version },
      onWaiting: () => withGateway && loadGateway(),
    });
    return { plan, engine };
  }
}
