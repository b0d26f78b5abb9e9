import type { BitcoinFollower } from '../../follow/bitcoin-follower.js';
import type { MempoolView } from '../../follow/mempool.js';
import type { ObservedBlock, StacksChain, StacksChainState } from '../../follow/stacks-chain.js';
import { readStacksTip } from '../../follow/stacks-tip.js';
import { until } from '../../follow/until.js';
import { loadWallets } from '../mining/wallets.js';
import type { Network } from '../network/network.js';

/** The part of a stored state beside the services' files. */
export type KeptState = {
  /** When it was stored, in ms since 1970. */
  time: number;
  bitcoin: { height: number; hash: string };
  stacks: StacksChainState;
  /** Users' transactions (hex) in bitcoind's mempool, which the files do not contain. */
  mempool: string[];
  /** The Stacks blocks from genesis on, in the state of a boot. @default unknown */
  past?: ObservedBlock[] | undefined;
};

/** The parts of a network that have a state. */
export type StateParts = { network: Network; mempool: MempoolView; follower: BitcoinFollower; chain: StacksChain };

/** How long the Stacks chain may take to stand still, in ms. */
const STAND_STILL = 120_000;

/**
 * Copies the state of a running network to `target`. The services are frozen during the copy. The node may have made one more Stacks block
 * that nobody has seen yet, for example of a transaction that came back to its mempool: then the state is copied again.
 */
export async function saveState(parts: StateParts, target: string): Promise<KeptState> {
  const { network, chain } = parts;
  const isFollowed = async (see: (seen: string) => void): Promise<boolean> => {
    const { height, hash } = await readStacksTip(network.stacks);
    if (hash === chain.tip().hash) return true;
    see(`Stacks block ${height} on the node, ${chain.tip().height} from its events`);
    return false;
  };
  return until({
    what: 'a Stacks chain that stands still during a copy of the state',
    timeoutMs: STAND_STILL,
    ...network.limits(),
    async look(see) {
      if (!(await isFollowed(see))) return undefined;
      const state = await copyState(parts, target);
      return (await isFollowed(see)) && chain.tip().hash === state.stacks.tip.hash ? state : undefined;
    },
  });
}

async function copyState({ network, mempool, chain }: StateParts, target: string): Promise<KeptState> {
  const { bitcoin, environment } = network;
  const state = {
    time: Date.now(),
    bitcoin: await bitcoin.tip(),
    stacks: chain.state(),
    mempool: [...(await mempool.read()).values()].filter(({ isProducers }) => !isProducers).map(({ hex }) => hex),
  };
  // Without the blocks in bitcoind's memory, the copy would start at a lower height.
  await bitcoin.flush();
  await environment.freeze();
  try {
    await environment.save(target);
  } finally {
    await environment.thaw();
  }
  return state;
}

/**
 * Starts the services from a stored state; none may run before. Users' transactions are sent again. The miner's commits are not, because
 * the restarted miner does not know them.
 */
export async function loadState({ network, follower, chain }: StateParts, source: string, state: KeptState): Promise<void> {
  const { bitcoin, environment } = network;
  await environment.load(source);
  network.renew();
  const startBitcoin = async (): Promise<void> => {
    await network.startBitcoind();
    await loadWallets(network);
    for (const hex of state.mempool) await bitcoin.send(hex);
    chain.restore(state.stacks);
    await follower.jump();
  };
  // Signers depend on stacks-node only. Both starts finish before a failure is thrown, so that every started service can be stopped.
  const started = await Promise.allSettled([startBitcoin(), network.startSigners()]);
  for (const start of started) if (start.status === 'rejected') throw start.reason;
  await network.startNode();
}
