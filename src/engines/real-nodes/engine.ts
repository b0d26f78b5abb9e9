import { authorityOf } from '#platform/tcp-server.js';
import { advise as advice } from '../../base/advice.js';
import { DevnetError, messageOf, throwIfAborted } from '../../base/error.js';
import type { Engine, EngineFaults, EngineOptions, EventHub } from '../../stacks/engine.js';
import { REGTEST } from '../../stacks/engine.js';
import { AUTH_TOKEN } from '../common/auth-token.js';
import { networkKeys } from '../common/boot-plan/network-keys.js';
import { followBitcoin } from '../common/follow/bitcoin-follower.js';
import { createMempoolView } from '../common/follow/mempool.js';
import { simulateOnNode } from '../common/follow/simulate.js';
import { createStacksChain } from '../common/follow/stacks-chain.js';
import { alwaysAuto, type EngineDriver, startEngine } from '../common/life-cycle.js';
import { bootNetwork } from './boot/boot.js';
import { checkOptions, checkPrograms } from './boot/preflight.js';
import { type Conditions, createConditions } from './faults/conditions.js';
import { createFaults } from './faults/faults.js';
import type { Launcher } from './launch/launcher.js';
import { createMiner } from './mining/miner.js';
import { createNetwork, type Network } from './network/network.js';
import { startObserver } from './observer/observer.js';
import { pollNode } from './observer/poll-node.js';
import { readEvent } from './observer/read-event.js';
import { createSignerRelays } from './observer/signer-relays.js';
import { BITCOIND, EVENTS, STACKS_NODE, servicePorts, serviceProgram, signerNames } from './settings/services.js';
import { createSnapshots, type Snapshots, type StoredState } from './state/snapshots.js';
import type { StateParts } from './state/stored-state.js';
import { advise } from './supervision/advise.js';
import { createBlockWriter } from './supervision/block-writer.js';
import { type Recovery, recoverServices } from './supervision/recovery.js';
import { type Watchdog, watchNetwork } from './supervision/watchdog.js';

/**
 * Starts a network of real nodes: bitcoind, stacks-node and stacks-signers, wherever the launcher runs them. The node makes
 * Stacks blocks as soon as a transaction is pending, at most one a second; its miner cannot be paused.
 * @throws DevnetError INVALID_INPUT, MISSING, PORT_TAKEN, TIMEOUT, ABORTED; nothing is left running then
 */
export function startNakamotoEngine(options: EngineOptions, launcher: Launcher): Promise<Engine> {
  return startEngine<StoredState>(options.signal, async ({ events, onClose }) => {
    const timeline = await checkOptions(options);
    const programs = await launcher.programs();
    checkPrograms(programs);
    const keys = networkKeys(options.signers ?? 1);
    const { ports, host, onProgress, signal } = options;
    const published = { [`${BITCOIND}/rpc`]: ports.bitcoin, [`${STACKS_NODE}/rpc`]: ports.stacks };
    const signers = signerNames(keys.signers.length);
    const environment = await launcher.open({
      services: servicePorts(keys.signers.length),
      published,
      own: signers.map((name) => `${name}/${EVENTS}`),
      host,
      onProgress,
      signal,
    });
    onClose(() => environment.close());
    const chain = createStacksChain(events.emit);
    const relays = createSignerRelays(signers);
    onClose(relays.shut);
    const observer = await startObserver(environment, ({ path, body }) => {
      if (relays.pass(path, body)) return;
      for (const change of readEvent({ path, body })) chain.apply(change);
    });
    onClose(() => observer?.close());
    const network = createNetwork({ options, keys, timeline, programs, environment, observer, relays });
    if (observer === undefined) onClose(pollNode(network, chain));
    // Closing removes their state, so a kill is enough.
    onClose(() => network.services().end('kill'));
    const mempool = createMempoolView(network.bitcoin);
    const blocks = createBlockWriter(network.bitcoin);
    const follower = followBitcoin(network.bitcoin, mempool, events.emit, () => miner.wake(), { beforeBlock: blocks.write });
    const parts = { network, mempool, follower, chain };
    const conditions = createConditions(keys.signers.length, () => follower.tip().height);
    const miner = createMiner({ ...parts, conditions, onFailure: stallReporter(events) });
    const snapshots = createSnapshots(parts);
    await bootNetwork({ ...parts, subscribe: events.subscribe });
    throwIfAborted(options.signal);
    network.abortOn(undefined);
    const recovery = recoverServices({ ...parts, blocks, miner, conditions, emit: events.emit });
    follower.start();
    const watchdog = watchNetwork({ network, miner, chain, conditions, emit: events.emit });
    const { faults, close: endFaults } = createFaults({ ...parts, blocks, miner, conditions });
    onClose(
      () => snapshots.close(),
      () => follower.stop(),
      () => watchdog.stop(),
      () => recovery.stop(),
      // Ends every wait.
      () => network.services().end('kill'),
      () => miner.stop(),
      endFaults,
    );
    await miner.setMode(options.mining.bitcoin);
    if (options.mining.stacks !== 'auto') {
      options.onWarning?.('mining.stacks: a real stacks-node decides when to make blocks, so that the mode is auto');
    }
    return createDriver({ name: launcher.name, ...parts, miner, snapshots, recovery, watchdog, conditions, faults });
  });
}

type Parts = StateParts & {
  name: Launcher['name'];
  miner: ReturnType<typeof createMiner>;
  snapshots: Snapshots;
  recovery: Recovery;
  watchdog: Watchdog;
  conditions: Conditions;
  faults: EngineFaults;
};

function createDriver(parts: Parts): EngineDriver<StoredState> {
  const { name, network, chain, follower, miner, snapshots, recovery, watchdog, conditions, faults } = parts;
  const { pox, epoch, bitcoin: credentials } = network.options;
  return {
    name,
    services: { bitcoin: { rpcUrl: url(network, BITCOIND), ...credentials }, stacks: { rpcUrl: url(network, STACKS_NODE) } },
    pox: { firstBurnHeight: network.timeline.firstBurnHeight, ...pox },
    epoch: () => epoch,
    signerKey: network.keys.signers[0]?.privateKey,
    chains: async () => REGTEST,
    past: async () => chain.past().map((block) => ({ type: 'stacks.block', ...block })),
    payouts: chain.payouts,
    tips() {
      const { height, hash, burnHeight } = chain.tip();
      return { bitcoin: follower.tip(), stacks: { height, hash, burnHeight } };
    },
    mineBitcoin: (count) => recovery.whenReachable(() => miner.mine(count)),
    mineStacks: (count) => recovery.whenReachable(() => miner.mineStacks(count)),
    mining: {
      bitcoin: { mode: miner.mode, set: miner.setMode },
      stacks: alwaysAuto('a real stacks-node decides when to make blocks and cannot be paused'),
    },
    stateFile: {
      unsupported: `the ${name} engine cannot write its state to a file, or load one: its nodes keep it in the formats of their programs`,
      hint: advice`Use the embedded engine, or snapshots of the running network: ${{ do: 'snapshot' }} and ${{
        do: 'restore',
        with: { id: null },
      }}.`,
    },
    snapshots: {
      take: (onTaken) =>
        recovery.whenReachable(() =>
          miner.pause(async () => {
            await miner.settled();
            return snapshots.take(onTaken);
          }),
        ),
      restore: (state, onRestored) =>
        miner.pause(async () => {
          await follower.stop();
          await recovery.duringRestore(() => snapshots.restore(state));
          miner.interrupted();
          follower.start();
          onRestored();
        }),
      remove: snapshots.remove,
    },
    logs: () =>
      Object.keys(servicePorts(network.keys.signers.length)).map((name) => ({
        name,
        program: serviceProgram(name),
        read: (options) => network.environment.log(name, options),
      })),
    simulate: (request) =>
      recovery.untilAnswered(() =>
        simulateOnNode({ stacks: network.stacks, authorization: AUTH_TOKEN, tip: () => chain.tip().hash }, request),
      ),
    faults,
    reachable: recovery.reachable,
    outage() {
      const stopped = conditions.stopped();
      return stopped === undefined ? (recovery.outage() ?? watchdog.stall()) : `${stopped} is stopped`;
    },
  };
}

function url(network: Network, service: string): string {
  const at = network.services().get(service)?.reach('rpc');
  if (at === undefined) throw new DevnetError('INTERNAL', `${service} is not running`);
  return `http://${authorityOf(at.host, at.port)}`;
}

/** Reports failures as stalls, each one once until the next Stacks block. */
function stallReporter(events: EventHub): (error: unknown) => void {
  const reported = new Set<string>();
  events.subscribe((event) => {
    if (event.type === 'stacks.block') reported.clear();
  });
  return (error) => {
    const cause = messageOf(error);
    if (reported.has(cause)) return;
    reported.add(cause);
    events.emit({ type: 'stall', cause, remedy: advise(error, 'The next attempt follows in a second.') });
  };
}
