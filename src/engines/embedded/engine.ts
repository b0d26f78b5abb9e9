import { throwIfAborted } from '../../error.js';
import type { BitcoinSnapshot } from '../../node/bitcoin/types.js';
import type { StacksNodeEvent, StacksSnapshot } from '../../node/stacks/types.js';
import { listenError } from '../../system/port-taken.js';
import { REGTEST } from '../chains.js';
import type { Engine, EngineOptions, EngineServices } from '../engine.js';
import type { StacksBlockEvent } from '../engine-event.js';
import { coinbaseScript } from '../funding/transaction.js';
import { type EngineDriver, startEngine } from '../life-cycle.js';
import { bootNodes, type Nodes } from './boot.js';
import { bitcoinEvent, blockEvent, stacksEvent } from './events.js';
import { type Follower, follow } from './follower.js';
import { createMiner, type Miner } from './miner.js';
import { prepareNetwork } from './prepare.js';

/**
 * Starts both nodes in this process, with the Clarity VM in a worker thread. It needs nothing but this package.
 * @throws DevnetError PORT_TAKEN, INVALID_INPUT, ABORTED
 */
export function startEmbeddedEngine(options: EngineOptions): Promise<Engine> {
  return startEngine<Snapshot>(options.signal, async ({ events, onClose }) => {
    const nodes = await bootNodes(options);
    onClose(
      () => nodes.bitcoin.close(),
      () => nodes.stacks.close(),
    );
    throwIfAborted(options.signal);
    const follower = follow(nodes.bitcoin, nodes.stacks);
    const miner = createMiner(nodes.bitcoin, follower, coinbaseScript(Buffer.from(options.funding.coinbaseKey, 'hex')));
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
    const prepared = await prepareNetwork({ ...nodes, follower, miner, events, options });
    throwIfAborted(options.signal);
    await options.releasePorts?.();
    const services = await listen(nodes, options);
    return createDriver({ ...nodes, follower, miner, services, prepared, options });
  });
}

type Parts = Nodes & {
  follower: Follower;
  miner: Miner;
  services: EngineServices;
  /** The blocks after those of the boot. */
  prepared: StacksBlockEvent[];
  options: EngineOptions;
};
type Snapshot = { bitcoin: BitcoinSnapshot; stacks: StacksSnapshot };

function createDriver({ bitcoin, stacks, bootContracts, follower, miner, services, prepared, options }: Parts): EngineDriver<Snapshot> {
  let stacksMode = options.mining.stacks;
  return {
    name: 'embedded',
    services,
    pox: { firstBurnHeight: 0, ...options.pox },
    // Blocks come at once. Test runners cut a test after 5 s; the error of a wait says more than they do.
    waitMs: 4_000,
    epoch: () => options.epoch,
    bootContracts,
    chains: async () => REGTEST,
    past: async () => [...(await stacks.past()).map(blockEvent), ...prepared],
    tips() {
      const { height, hash } = bitcoin.tip();
      const tip = stacks.tip();
      return { bitcoin: { height, hash }, stacks: { height: tip.height, hash: tip.hash, burnHeight: tip.burnHeight } };
    },
    ...(options.coverage && {
      coverage: async () => (await stacks.coverage()).filter(({ contract }) => !isOwn(contract, options)),
    }),
    logs: () => [],
    trace: stacks.trace,
    simulate: stacks.simulate,
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
      take: () => follower.standingStill(async () => ({ bitcoin: bitcoin.snapshot(), stacks: await stacks.snapshot() })),
      restore: (snapshot, onRestored) =>
        follower.jump(async () => {
          await stacks.restore(snapshot.stacks);
          bitcoin.restore(snapshot.bitcoin);
          onRestored();
        }),
      remove: ({ stacks: snapshot }) => snapshot.release(),
    },
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

async function listen(
  { bitcoin, stacks }: Nodes,
  { host, ports, bitcoin: { rpcUser, rpcPassword } }: EngineOptions,
): Promise<EngineServices> {
  const at = async <T>(field: string, port: number, start: () => Promise<T>): Promise<T> => {
    try {
      return await start();
    } catch (error) {
      throw await listenError(error, { field, host, port });
    }
  };
  const { url: bitcoinUrl } = await at('ports.bitcoin', ports.bitcoin, () =>
    bitcoin.listen({ host, port: ports.bitcoin, user: rpcUser, password: rpcPassword }),
  );
  const { bitcoinPeers } = ports;
  if (bitcoinPeers !== undefined) {
    await at('ports.bitcoinPeers', bitcoinPeers, () => bitcoin.listenPeers({ host, port: bitcoinPeers }));
  }
  const { url: stacksUrl } = await at('ports.stacks', ports.stacks, () => stacks.listen({ host, port: ports.stacks }));
  return { bitcoin: { rpcUrl: bitcoinUrl, rpcUser, rpcPassword }, stacks: { rpcUrl: stacksUrl, ask: stacks.ask } };
}
