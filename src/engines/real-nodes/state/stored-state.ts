import { DevnetError } from '../../../base/error.js';
import type { BitcoinFollower } from '../../common/follow/bitcoin-follower.js';
import type { MempoolView } from '../../common/follow/mempool.js';
import type { ObservedBlock, StacksChain, StacksChainState } from '../../common/follow/stacks-chain.js';
import { readStacksTip } from '../../common/follow/stacks-tip.js';
import { until } from '../../common/follow/until.js';
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
 * @param onTaken called at the moment of each attempt; the last one is the state
 */
export async function saveState(parts: StateParts, target: string, onTaken?: () => void): Promise<KeptState> {
  const { network, chain, follower } = parts;
  const isFollowed = async (see: (seen: string) => void): Promise<boolean> => {
    const [{ height, hash }, bitcoin] = await Promise.all([readStacksTip(network.stacks), network.bitcoin.tip()]);
    if (hash !== chain.tip().hash) see(`Stacks block ${height} on the node, ${chain.tip().height} from its events`);
    else if (bitcoin.hash !== follower.tip().hash) see(`Bitcoin block ${bitcoin.height} on the node, ${follower.tip().height} is followed`);
    else return true;
    return false;
  };
  return until({
    what: 'a Stacks chain that stands still during a copy of the state',
    timeoutMs: STAND_STILL,
    ...network.limits(),
    async look(see) {
      if (!(await isFollowed(see))) return undefined;
      const state = await copyState(parts, target, onTaken);
      const isSame = (await isFollowed(see)) && chain.tip().hash === state.stacks.tip.hash && follower.tip().hash === state.bitcoin.hash;
      return isSame ? state : undefined;
    },
  });
}

async function copyState({ network, mempool, chain, follower }: StateParts, target: string, onTaken?: () => void): Promise<KeptState> {
  const { bitcoin, environment } = network;
  const pending = await mempool.read();
  const state = {
    time: Date.now(),
    bitcoin: follower.tip(),
    stacks: chain.state(),
    mempool: [...pending.values()].filter(({ isProducers }) => !isProducers).map(({ hex }) => hex),
  };
  onTaken?.();
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
 * @throws DevnetError INTERNAL if bitcoind lacks blocks of the state; as `startNode`
 */
export async function loadState({ network, follower, chain }: StateParts, source: string, state: KeptState): Promise<void> {
  const { bitcoin, environment } = network;
  await environment.load(source);
  network.renew();
  const startBitcoin = async (): Promise<void> => {
    await network.startBitcoind();
    const found = await network.bitcoin.height();
    if (found !== state.bitcoin.height) {
      throw new DevnetError('INTERNAL', `bitcoind came up at block ${found} instead of ${state.bitcoin.height}`);
    }
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
