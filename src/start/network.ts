import { closeAll } from '../base/close-all.js';
import { throwIfAborted } from '../base/error.js';
import type { OpenBitcoinFork } from '../engines/bitcoin-fork.js';
import type { OpenFork } from '../engines/stacks-fork.js';
import { createMounts, type Mounts } from '../gateway/mounts.js';
import { createDevnet } from '../network/create.js';
import type { CloneOptions } from '../network/data.js';
import { accountsOn, cannotClone } from '../network/devnet.js';
import type { CopyParts, CreatedDevnet, NetworkState } from '../network/local.js';
import type { Devnet, OperableDevnet } from '../network/types.js';
import { describeProject } from '../project/clarinet.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import type { Engine } from '../stacks/engine.js';
import { type OpenReplicas, openReplicas } from './cluster.js';
import { coverageParts } from './coverage.js';
import { type MountPoint, mountGateway, openGateway } from './gateway.js';
import type { NetworkPlan } from './plan.js';
import { keepInFile, loadStoredState, type OpenedState } from './state-file.js';

type NetworkParts = Pick<StartOptions, 'onWarning' | 'onRequest' | 'signal'> & {
  engine: Engine;
  plan: NetworkPlan;
  version: string;
  withGateway: boolean;
  /** Whether the network listens. */
  listens: boolean;
  /** Whether its copies listen, unless they are asked for without ports. */
  copiesListen: boolean;
  /** The network that this one continues. Its copies read it, too. */
  fork: OpenFork | undefined;
  /** The Bitcoin network that this one continues. */
  bitcoinFork: OpenBitcoinFork | undefined;
  /** Called for each request to `/devnet/v1` that is allowed. */
  onControl?: (() => void) | undefined;
  /** Whether programs on this machine need the control key, too. @default false */
  keyOnly?: boolean | undefined;
  /** The network that this one is a copy of. */
  source?: CopySource | undefined;
  /** The file whose state the network starts with, if it has one. @default that of its boot */
  opened?: OpenedState | undefined;
};

/** What a copy begins with. */
type CopySource = MountPoint & { state: NetworkState | undefined };

/** Makes a devnet of an engine. After an error the engine is closed. */
export async function openNetwork(config: ResolvedConfig, parts: NetworkParts): Promise<OperableDevnet> {
  const { engine, fork, bitcoinFork, plan, version, opened, withGateway, listens, keyOnly, source } = parts;
  const { onWarning, onRequest, onControl, signal } = parts;
  const replicas = await openReplicas(config, engine).catch(async (error) => {
    await closeAll([engine.close]).catch(() => undefined);
    throw error;
  });
  const mounts = createMounts();
  const { devnet, kept, attach, addUrls, onClose } = await createNetwork(config, parts, replicas, mounts);
  if (replicas !== undefined) onClose(replicas.close);
  for (const opened of [fork, bitcoinFork]) if (opened !== undefined) onClose(opened.retain());
  try {
    if (opened !== undefined) await loadStoredState(kept, opened);
    // The gateway closes before, so that nothing changes after this. What did not load is not overwritten.
    await keepInFile(config, { devnet, kept, onClose, opened, version, onWarning });
    if (config.dap !== undefined && engine.debugging !== undefined) {
      const { openDebugger } = await import('./debugger.js');
      const { url, close } = await openDebugger(config, config.dap, engine.debugging, plan.project);
      onClose(close);
      addUrls({ dap: url });
    }
    if (config.electrum.enabled && listens) {
      const { openElectrum } = await import('./electrum.js');
      const { url, close } = await openElectrum(config, {
        ...{ index: devnet.bitcoinIndex, version, onWarning },
        subscribe: (listener) => devnet.subscribe(({ type }) => !type.startsWith('stacks.') && listener()),
      });
      onClose(close);
      addUrls({ electrum: url });
    }
    if (withGateway) {
      const gateway = { devnet, mounts, keyOnly, replicas, version, onWarning, onRequest, onControl };
      attach(listens ? await openGateway(config, gateway) : await mountGateway(config, gateway, source));
    }
    const { orders = [] } = plan.prepared ?? {};
    if (orders.length > 0) {
      const { followOrders } = await import('../project/follow-stacking.js');
      onClose(followOrders({ engine, orders, onWarning }));
    }
    throwIfAborted(signal);
    return devnet;
  } catch (error) {
    await closeAll([devnet.close]).catch(() => undefined);
    throw error;
  }
}

/** Starts a copy of a network. @throws DevnetError UNSUPPORTED */
async function cloneNetwork(
  config: ResolvedConfig,
  parts: NetworkParts,
  { ports = parts.copiesListen, gateway: withGateway = parts.withGateway, controlKey, rpcPassword }: CloneOptions,
  { id, state, parent }: CopyParts & Pick<CopySource, 'parent'>,
): Promise<Devnet> {
  const { engine } = parts;
  if (engine.clone === undefined) throw cannotClone(`the ${engine.name} engine`);
  let copied: NetworkState | undefined;
  let modes = engine.miningModes();
  const onCopied = () => {
    copied = state();
    modes = engine.miningModes();
  };
  const copy = await engine.clone({ ports, rpcPassword, onCopied });
  const keyOnly = parts.keyOnly || controlKey !== undefined;
  const own = {
    ...parts,
    engine: copy,
    source: { id, state: copied, parent },
    listens: ports,
    opened: undefined,
    withGateway,
    keyOnly,
    signal: undefined,
  };
  const devnet = await openNetwork(configOfCopy(config, controlKey), own);
  // Only now somebody sees what is mined.
  await copy.setMining(modes);
  return devnet;
}

/** A copy listens on free ports, and writes no file of its source: coverage, rate limits, state. */
function configOfCopy(config: ResolvedConfig, key = config.control.key): ResolvedConfig {
  const { ports, control } = config;
  const own = { ...ports, bitcoin: 0, stacks: 0, gateway: 0, electrum: 0, emily: ports.emily && 0 };
  return {
    ...config,
    ports: own,
    control: { ...control, key },
    coverage: undefined,
    dap: undefined,
    rateLimitFile: undefined,
    state: undefined,
    dumpState: undefined,
  };
}

async function createNetwork(
  config: ResolvedConfig,
  parts: NetworkParts,
  replicas: OpenReplicas | undefined,
  mounts: Mounts,
): Promise<CreatedDevnet> {
  const { engine, plan, version, onWarning, source } = parts;
  const { accounts, faucetKeys, sbtc, project, prepared } = plan;
  const { faucet, history } = config;
  const chains = await engine.chains();
  const created = createDevnet({
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
    turnsOf: replicas?.turnsOf,
    controlKey: config.control.key,
    keptBlocks: history.keep,
    coverage: coverageParts(config, project),
    version,
    impersonate: source === undefined ? config.impersonate : undefined,
    onWarning,
    from: source?.state,
    clone(options, copied) {
      const { gateway: url } = created.devnet.urls;
      return cloneNetwork(config, parts, options, { ...copied, parent: url === undefined ? undefined : { url, mounts } });
    },
  });
  return created;
}
