import { DevnetError, messageOf } from '../../base/error.js';
import { encodeAddress } from '../../bitcoin/address.js';
import type { Engine, EngineOptions, EventHub } from '../../stacks/engine.js';
import { followBitcoin } from '../common/follow/bitcoin-follower.js';
import { createMempoolView } from '../common/follow/mempool.js';
import { createOutcomes } from '../common/follow/outcomes.js';
import { simulateOnNode } from '../common/follow/simulate.js';
import { createStacksChain } from '../common/follow/stacks-chain.js';
import { followStacks } from '../common/follow/stacks-follower.js';
import { coinbaseScript } from '../common/funding/transaction.js';
import { alwaysAuto, startEngine } from '../common/life-cycle.js';
import { checkNodes } from './check-nodes.js';
import { createFinder } from './find-stacks.js';
import { createHealth } from './health.js';
import { createMiner, type Miner } from './miner.js';
import { createNodes, type Nodes, type NodeUrls } from './nodes.js';

/** The pause between polls of the nodes: twice the duration of the last poll, within these bounds in ms. */
const PAUSE = { factor: 2, shortest: 50, longest: 5_000 };

/**
 * Follows nodes that already run, by polling. Never configures, starts or stops them.
 * @throws DevnetError NOT_REACHABLE, INVALID_INPUT for a refused password, RPC, TIMEOUT, ABORTED
 */
export function startExternalEngine(options: EngineOptions, urls: NodeUrls): Promise<Engine> {
  const nodes = createNodes(urls, options.bitcoin);
  const { onProgress, onWarning, signal } = options;
  return startEngine<never>(signal, async ({ events, onClose }) => {
    onProgress?.('asking the nodes');
    const { pox, epoch } = await checkNodes(nodes, { onWarning, signal });
    const parts = createParts({ nodes, events, options, stacksToken: urls.stacksToken });
    const { bitcoinFollower, stacksFollower, chain, health, miner, end } = parts;
    onClose(
      () => stacksFollower.stop(),
      () => bitcoinFollower.stop(),
      () => miner.stop(),
      end,
    );
    await Promise.all([bitcoinFollower.jump(), stacksFollower.jump()]);
    onProgress?.(`Bitcoin block ${bitcoinFollower.tip().height}, Stacks block ${chain.tip().height}`);
    await miner.setMode(options.mining.bitcoin);
    bitcoinFollower.start();
    stacksFollower.start();
    return {
      name: 'external',
      services: nodes.services,
      pox,
      epoch: followEpoch(nodes, events, epoch),
      chains: nodes.chains,
      tips() {
        const { height, hash, burnHeight } = chain.tip();
        return { bitcoin: bitcoinFollower.tip(), stacks: { height, hash, burnHeight } };
      },
      logs: () => [],
      mineBitcoin: miner.mine,
      mineStacks: {
        unsupported: 'Stacks blocks cannot be mined on request: the miner of an external Stacks node decides alone',
        hint: 'Send a transaction: the miner then makes a Stacks block.',
      },
      mining: {
        bitcoin: { mode: miner.mode, set: miner.setMode },
        stacks: alwaysAuto('the miner of an external Stacks node cannot be paused'),
      },
      snapshots: { unsupported: 'snapshots need the files of the nodes, which the external engine cannot access' },
      stateFile: {
        unsupported: 'the external engine cannot write or load the state of nodes that others run',
        hint: 'Use the embedded engine, or copy the data folders of the nodes while they are stopped.',
      },
      outage: health.outage,
      findStacks: createFinder(nodes.stacks, stacksFollower),
      simulate: (request) =>
        simulateOnNode({ stacks: nodes.stacks, authorization: urls.stacksToken, tip: () => chain.tip().hash }, request),
    };
  });
}

type Given = { nodes: Nodes; events: EventHub; options: EngineOptions; stacksToken: string | undefined };

/** Creates what follows the chains and mines. */
function createParts({ nodes, events, options, stacksToken }: Given) {
  const { bitcoin, stacks } = nodes;
  const ending = new AbortController();
  const chain = createStacksChain(events.emit);
  const health = createHealth(events.emit);
  const outcomes = createOutcomes({ stacks, authorization: stacksToken, onWarning: options.onWarning, ends: ending.signal });
  const mempool = createMempoolView(bitcoin);
  const pause = (took: number): number => Math.min(Math.max(took * PAUSE.factor, PAUSE.shortest), PAUSE.longest);
  const bitcoinFollower = followBitcoin(
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
    ...{ stacks, chain, outcomes, ends: ending.signal, pause },
    onRound: () => health.answered('stacks'),
    onFailure: (error) => health.failed('stacks', error),
  });
  const miner: Miner = createMiner({
    ...{ nodes, mempool, follower: bitcoinFollower },
    network: {
      bitcoin,
      stacks,
      coinbaseAddress: coinbaseAddress(options),
      limits: () => ({ ends: ending.signal, signal: undefined }),
      explain: async () => 'See the logs of the external nodes.',
    },
    async caughtUp() {
      await bitcoinFollower.catchUp();
      await stacksFollower.catchUp();
    },
    onFailure: (error) => events.emit({ type: 'stall', cause: messageOf(error), remedy: 'The next block is tried in a second.' }),
  });
  const end = (): void => ending.abort(new DevnetError('NOT_READY', 'the network is closed'));
  return { bitcoinFollower, stacksFollower, chain, health, miner, end };
}

/** Returns the epoch at present, which is read after each Bitcoin block. */
function followEpoch(nodes: Nodes, events: EventHub, first: string): () => string {
  let epoch = first;
  events.subscribe((event) => {
    if (event.type !== 'bitcoin.block') return;
    nodes.pox().then(
      (now) => {
        epoch = now.epoch;
      },
      () => undefined,
    );
  });
  return () => epoch;
}

/** Returns the address of coinbases of blocks mined on request: that of the BTC faucet's key. */
function coinbaseAddress({ funding }: EngineOptions): string {
  const address = encodeAddress(coinbaseScript(Buffer.from(funding.coinbaseKey, 'hex')));
  if (address === undefined) throw new DevnetError('INTERNAL', 'a P2WPKH script has an address');
  return address;
}
