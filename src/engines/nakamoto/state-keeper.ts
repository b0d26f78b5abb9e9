import type { BitcoinFollower } from '../follow/bitcoin-follower.js';
import type { MempoolView } from '../follow/mempool.js';
import type { StacksChain, StacksChainState } from '../follow/stacks-chain.js';
import type { Network } from './network.js';
import { loadWallets } from './wallet.js';

/** What a kept state has beside the files of the services. */
export type KeptState = {
  bitcoin: { height: number; hash: string };
  stacks: StacksChainState;
  /** Users' transactions (hex) in bitcoind's mempool, which is no file. */
  mempool: string[];
};

/** Parts that have a state. */
export type StateParts = { network: Network; mempool: MempoolView; follower: BitcoinFollower; chain: StacksChain };

/** Copies the state of a running network to `target`, frozen for the moment of the copy. */
export async function saveState({ network, mempool, chain }: StateParts, target: string): Promise<KeptState> {
  const { bitcoin, site } = network;
  const state = {
    bitcoin: await bitcoin.tip(),
    stacks: chain.state(),
    mempool: [...(await mempool.read()).values()].filter(({ miner }) => !miner).map(({ hex }) => hex),
  };
  // A copy without what is in bitcoind's memory begins at an earlier height.
  await bitcoin.flush();
  await site.freeze();
  try {
    await site.save(target);
  } finally {
    await site.thaw();
  }
  return state;
}

/**
 * Starts the services from a kept state; none may be running. The miner's commits are left behind with its memory of them; what
 * users sent is sent again.
 */
export async function loadState({ network, follower, chain }: StateParts, source: string, state: KeptState): Promise<void> {
  const { bitcoin, site } = network;
  await site.load(source);
  network.renew();
  const startBitcoin = async (): Promise<void> => {
    await network.startBitcoind();
    await loadWallets(network);
    for (const hex of state.mempool) await bitcoin.send(hex);
    chain.restore(state.stacks);
    await follower.jump();
  };
  // Signers ask nobody but stacks-node. Both are over before a failure is told: what still starts then could not be ended.
  const started = await Promise.allSettled([startBitcoin(), network.startSigners()]);
  for (const start of started) if (start.status === 'rejected') throw start.reason;
  await network.startNode();
}
