import { encodeAddress } from '../../chains/bitcoin/address/address.js';
import { closeAll } from '../../close-all.js';
import { DevnetError, messageOf } from '../../error.js';
import type { MiningModes } from '../../mining-mode.js';
import type { Engine, EngineOptions } from '../engine.js';
import { createEventHub, type EventHub } from '../event-hub.js';
import { followBitcoin } from '../follow/bitcoin-follower.js';
import { createMempoolView } from '../follow/mempool.js';
import { createOutcomes } from '../follow/outcomes/outcomes.js';
import { createStacksChain } from '../follow/stacks-chain.js';
import { followStacks } from '../follow/stacks-follower.js';
import { coinbaseScript } from '../funding/transaction.js';
import { checkNodes } from './check-nodes.js';
import { createFinder } from './find-stacks.js';
import { createHealth } from './health.js';
import { createMiner, type Miner } from './miner.js';
import { createNodes, type Nodes, type NodeUrls } from './nodes.js';

/** Pause between two looks at the nodes: twice what the last one took, within these bounds in ms. */
const PAUSE = { factor: 2, shortest: 50, longest: 5_000 };

/**
 * Nodes that somebody else runs. They are asked and never configured, started or stopped; both chains are followed by polling.
 * @throws DevnetError NOT_REACHABLE, INVALID_INPUT for a refused password, RPC, TIMEOUT, ABORTED
 */
export async function startExternalEngine(options: EngineOptions, urls: NodeUrls): Promise<Engine> {
  const closers: (() => Promise<void> | void)[] = [];
  const ending = new AbortController();
  const nodes = createNodes(urls, options.bitcoin);
  const { bitcoin, stacks } = nodes;
  const { onProgress, onWarning, signal } = options;
  try {
    onProgress?.('asking the nodes');
    const { pox, epoch } = await checkNodes(nodes, { onWarning, signal });
    const events = createEventHub();
    const chain = createStacksChain(events.emit);
    const health = createHealth(events.emit);
    const outcomes = createOutcomes({ stacks, authorization: urls.stacksToken, onWarning, ends: ending.signal });
    const mempool = createMempoolView(bitcoin);
    const pause = (took: number): number => Math.min(Math.max(took * PAUSE.factor, PAUSE.shortest), PAUSE.longest);
    const follower = followBitcoin(
      bitcoin,
      mempool,
      events.emit,
      () => {
        health.answered('bitcoin');
        miner.wake();
      },
      { onFailure: (error) => health.failed('bitcoin', error), pause },
    );
    const stacksFollower = followStacks({
      ...{ stacks, chain, outcomes, pause },
      onRound: () => health.answered('stacks'),
      onFailure: (error) => health.failed('stacks', error),
    });
    const miner: Miner = createMiner({
      ...{ nodes, mempool, follower },
      network: {
        bitcoin,
        stacks,
        coinbaseAddress: coinbaseAddress(options),
        limits: () => ({ ends: ending.signal, signal: undefined }),
        explain: async () => 'The nodes are run by somebody else: their logs say more.',
      },
      async caughtUp() {
        await follower.catchUp();
        await stacksFollower.catchUp();
      },
      onFailure: (error) => events.emit({ type: 'stall', cause: messageOf(error), remedy: 'The next block is tried in a second.' }),
    });
    closers.push(
      () => stacksFollower.stop(),
      () => follower.stop(),
      () => miner.stop(),
      () => ending.abort(new DevnetError('NOT_READY', 'the network is closed')),
    );
    await Promise.all([follower.jump(), stacksFollower.jump()]);
    onProgress?.(`Bitcoin block ${follower.tip().height}, Stacks block ${chain.tip().height}`);
    await miner.setMode(options.mining.bitcoin);
    follower.start();
    stacksFollower.start();
    let lastEpoch = epoch;
    events.subscribe((event) => {
      if (event.type !== 'bitcoin.block') return;
      nodes.pox().then(
        (now) => {
          lastEpoch = now.epoch;
        },
        () => undefined,
      );
    });
    return createEngine({
      ...{ nodes, events, miner, pox },
      epoch: () => lastEpoch,
      tips() {
        const { height, hash, burnHeight } = chain.tip();
        return { bitcoin: follower.tip(), stacks: { height, hash, burnHeight } };
      },
      outage: health.outage,
      findStacks: createFinder(stacks, stacksFollower),
      close: () => closeAll(closers),
    });
  } catch (error) {
    // What a failed clean-up leaves matters less than why the start failed.
    await closeAll(closers).catch(() => undefined);
    throw error;
  }
}

type Parts = Required<Pick<Engine, 'pox' | 'epoch' | 'tips' | 'outage' | 'findStacks' | 'close'>> & {
  nodes: Nodes;
  events: EventHub;
  miner: Miner;
};

function createEngine({ nodes, events, miner, close, ...told }: Parts): Engine {
  let closed: Promise<void> | undefined;
  const modes = (): MiningModes => ({ bitcoin: miner.mode(), stacks: 'auto' });
  const open = (): void => {
    if (closed !== undefined) throw new DevnetError('NOT_READY', 'the network is closed');
  };
  return {
    ...told,
    name: 'external',
    services: nodes.services,
    chains: nodes.chains,
    async mineBitcoin(count) {
      open();
      return miner.mine(count);
    },
    async mineStacks() {
      open();
      throw unsupported('Stacks blocks cannot be mined on request: the Stacks node belongs to somebody else, whose miner decides alone', {
        hint: 'A Stacks block comes when a transaction waits.',
      });
    },
    miningModes: modes,
    async setMining({ bitcoin, stacks }) {
      open();
      if (stacks !== undefined && stacks !== 'auto') {
        throw unsupported('the Stacks node belongs to somebody else: its miner cannot be paused', { field: 'stacks', expected: 'auto' });
      }
      if (bitcoin !== undefined) await miner.setMode(bitcoin);
      events.emit({ type: 'mining', modes: modes() });
    },
    snapshot: async () => {
      throw unsupported('snapshots need the files of the nodes, which somebody else runs');
    },
    restore: async () => {
      throw unsupported('snapshots need the files of the nodes, which somebody else runs');
    },
    deleteSnapshot: async () => {
      throw unsupported('snapshots need the files of the nodes, which somebody else runs');
    },
    subscribe: events.subscribe,
    close() {
      closed ??= close().finally(events.clear);
      return closed;
    },
  };
}

/** Where coinbases of blocks mined on request go: to the BTC faucet's key, if it has one. */
function coinbaseAddress({ funding }: EngineOptions): string {
  const address = encodeAddress(coinbaseScript(Buffer.from(funding.coinbaseKey, 'hex')));
  if (address === undefined) throw new DevnetError('INTERNAL', 'a P2WPKH script has an address');
  return address;
}

function unsupported(message: string, details: ConstructorParameters<typeof DevnetError>[2] = {}): DevnetError {
  return new DevnetError('UNSUPPORTED', message, details);
}
