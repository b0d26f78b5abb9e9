import { createMutex } from '../../base/async.js';
import { throwIfAborted } from '../../base/error.js';
import type { BitcoinHeader } from '../../bitcoin/node.js';
import type { CopyOptions, Engine, EngineOptions, StacksBlockEvent } from '../../stacks/engine.js';
import { REGTEST } from '../../stacks/engine.js';
import type { StacksNodeEvent } from '../../stacks/node.js';
import { coinbaseScript } from '../common/funding/transaction.js';
import { type EngineDriver, type EngineLife, startEngine } from '../common/life-cycle.js';
import { bootNodes, type Nodes } from './boot.js';
import { bitcoinEvent, blockEvent, stacksEvent } from './events.js';
import { createFaults } from './faults.js';
import { type Follower, follow } from './follower.js';
import { type Listening, listen } from './listen.js';
import { createMiner, type Miner } from './miner.js';
import { copyNodes, type NodesCopy, takeSnapshot } from './moment.js';
import { prepareNetwork } from './prepare.js';
import { createStateFile, type Snapshot } from './state-file/state-file.js';

/**
 * Starts both nodes in this process, with the Clarity VM in a worker thread. It needs nothing but this package.
 * @throws DevnetError PORT_TAKEN, INVALID_INPUT, ABORTED
 */
export function startEmbeddedEngine(options: EngineOptions): Promise<Engine> {
  return startEngine<Snapshot>(options.signal, async (life) => {
    const nodes = await bootNodes(options);
    const connected = await connectNodes(nodes, options, life);
    const prepared = await prepareNetwork({ ...nodes, ...connected, events: life.events, options });
    throwIfAborted(options.signal);
    await options.releasePorts?.();
    const listening = await listen(nodes, options, life, options.listen);
    return createDriver({ ...nodes, ...connected, listening, prepared, options });
  });
}

/** Lets the Stacks node follow the Bitcoin node, blocks be mined, and both nodes report what happens. */
async function connectNodes(
  nodes: Nodes & { withheld?: readonly BitcoinHeader[] | undefined },
  options: EngineOptions,
  { events, onClose }: EngineLife,
): Promise<Pick<Parts, 'follower' | 'miner'>> {
  onClose(
    () => nodes.bitcoin.close(),
    () => nodes.stacks.close(),
  );
  throwIfAborted(options.signal);
  nodes.bitcoin.setLowestFork(nodes.stacks.lowestBurnHeight);
  const follower = follow(nodes.bitcoin, nodes.stacks, nodes.withheld);
  const miner = createMiner(nodes.bitcoin, follower, () => coinbaseScript(Buffer.from(options.funding.coinbaseKey, 'hex')));
  onClose(
    () => follower.stop(),
    () => miner.stop(),
  );
  // Before Nakamoto, a Stacks transaction is only mined with a Bitcoin block.
  if (options.epoch.startsWith('2.')) onClose(nodes.stacks.subscribe(bitcoinBlockFor(miner, options.onWarning)));
  throwIfAborted(options.signal);
  await miner.setMode(options.mining.bitcoin);
  nodes.bitcoin.subscribe((event) => {
    const reported = bitcoinEvent(event, nodes.bitcoin);
    if (reported !== undefined) events.emit(reported);
  });
  nodes.stacks.subscribe((event) => events.emit(stacksEvent(event)));
  return { follower, miner };
}

/** Starts an engine on copies of both nodes, at free ports or without any. */
function startCopy(
  copies: NodesCopy,
  { pox, bootContracts, fork, prepared, options: { releasePorts: _, signal: __, ...others } }: Parts,
  { ports: withPorts, rpcPassword = others.bitcoin.rpcPassword }: Omit<CopyOptions, 'onCopied'>,
): Promise<Engine> {
  const { bitcoinPeers } = others.ports;
  const ports = { bitcoin: 0, stacks: 0, bitcoinPeers: bitcoinPeers && 0 };
  const bitcoin = { ...others.bitcoin, rpcPassword };
  const options: EngineOptions = { ...others, bitcoin, ports, eventObservers: [], mining: { bitcoin: 'manual', stacks: 'manual' } };
  return startEngine<Snapshot>(undefined, async (life) => {
    const nodes = { ...copies, pox, bootContracts, fork };
    const connected = await connectNodes(nodes, options, life);
    return createDriver({ ...nodes, ...connected, listening: await listen(nodes, options, life, withPorts), prepared, options });
  });
}

type Parts = Nodes & {
  follower: Follower;
  miner: Miner;
  listening: Listening;
  /** The blocks after those of the boot. */
  prepared: StacksBlockEvent[];
  options: EngineOptions;
};
/** The miner of the embedded network pays nothing on Bitcoin. */
const UNPAID = { burned: '0', rewards: [], transactions: [] };

function createDriver(parts: Parts): EngineDriver<Snapshot> {
  const { bitcoin, stacks, pox, bootContracts, fork, follower, miner, listening, prepared, options } = parts;
  let stacksMode = options.mining.stacks;
  // A restore would take the blocks away that a reorganisation is replacing, and so would another reorganisation.
  const branches = createMutex();
  const { networkId = REGTEST.stacks.networkId } = options.fork?.point ?? {};
  const chains = { ...REGTEST, stacks: { ...REGTEST.stacks, networkId } };
  return {
    name: 'embedded',
    services: listening.services,
    pox,
    // Blocks come at once. Test runners cut a test after 5 s; the error of a wait says more than they do.
    waitMs: 4_000,
    epoch: stacks.epoch,
    bootContracts,
    fork,
    bitcoinOrigin: bitcoin.origin,
    chains: async () => chains,
    past: async () => [...(await stacks.past()).map(blockEvent), ...prepared],
    payouts: () => stacks.slotHolders().map(({ addresses, ...block }) => ({ ...block, slotHolders: addresses, ...UNPAID })),
    tips() {
      const { height, hash } = bitcoin.tip();
      const tip = stacks.tip();
      return { bitcoin: { height, hash }, stacks: { height: tip.height, hash: tip.hash, burnHeight: tip.burnHeight } };
    },
    ...(options.coverage && {
      coverage: async () => (await stacks.coverage()).filter(({ contract }) => !isOwn(contract, options)),
    }),
    logs: () => [],
    faults: createFaults(parts, branches),
    outage() {
      const [node] = listening.stopped();
      return node && `the ${node === 'bitcoin' ? 'Bitcoin' : 'Stacks'} node is stopped`;
    },
    trace: stacks.trace,
    profile: stacks.profile,
    simulate: stacks.simulate,
    debugging: stacks.debugging,
    simulateSteps: stacks.simulateSteps,
    replay: stacks.replay,
    impersonatedScripts: bitcoin.origin && bitcoin.impersonated,
    impersonation: { addresses: stacks.impersonated, set: stacks.impersonate },
    state: {
      async change(change) {
        await follower.caughtUp();
        return stacks.changeState(change);
      },
      setNextBlockTime: bitcoin.setNextBlockTime,
    },
    clone: async ({ onCopied, ...own }) => startCopy(await copyNodes(parts, onCopied), parts, own),
    mineBitcoin: miner.mine,
    async mineStacks(count) {
      await follower.caughtUp();
      for (let block = 0; block < count; block++) await stacks.mine();
    },
    mining: {
      bitcoin: { mode: miner.mode, set: miner.setMode },
      stacks: {
        mode: () => stacksMode,
        set(mode) {
          stacksMode = mode;
          return stacks.setMining(mode);
        },
      },
    },
    snapshots: {
      take: (onTaken) => takeSnapshot(parts, onTaken),
      restore: (snapshot, onRestored) =>
        branches.run(() =>
          follower.jump(async () => {
            await stacks.restore(snapshot.stacks);
            bitcoin.restore(snapshot.bitcoin);
            onRestored();
          }, snapshot.withheld),
        ),
      remove: ({ stacks: snapshot }) => snapshot.release(),
    },
    stateFile: createStateFile(parts, options),
  };
}

/** Whether the network deploys a contract for itself. */
function isOwn(contract: string, { sbtc }: EngineOptions): boolean {
  return sbtc?.contracts.some(({ deployer, name }) => contract === `${deployer}.${name}`) ?? false;
}

/** While Bitcoin's mining is automatic, makes a Bitcoin block for each Stacks transaction that comes. */
function bitcoinBlockFor(miner: Miner, warn: EngineOptions['onWarning']): (event: StacksNodeEvent) => void {
  return ({ type }) => {
    if (type !== 'mempool-added' || miner.mode() !== 'auto') return;
    miner.mine(1).catch((error: unknown) => warn?.(`no Bitcoin block could be made: ${String(error)}`));
  };
}
