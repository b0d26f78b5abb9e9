import { DevnetError } from '../../../base/error.js';
import { AUTH_TOKEN } from '../../common/auth-token.js';
import { createOutcomes } from '../../common/follow/outcomes.js';
import type { StacksChain } from '../../common/follow/stacks-chain.js';
import { followStacks } from '../../common/follow/stacks-follower.js';
import type { Network } from '../network/network.js';

/** Pause between two polls: a multiple of the last poll's duration, within these bounds in ms. */
const PAUSE = { factor: 2, shortest: 100, longest: 1_000 };

/**
 * Polls the node for new blocks and replays them, for networks where the node cannot reach our event observer.
 * @returns a function that stops it
 */
export function pollNode(network: Pick<Network, 'stacks' | 'clock'>, chain: StacksChain): () => Promise<void> {
  const ending = new AbortController();
  const { stacks, clock } = network;
  const follower = followStacks({
    ...{ stacks, chain, clock, ends: ending.signal },
    outcomes: createOutcomes({ stacks, authorization: AUTH_TOKEN, ends: ending.signal }),
    pause: (took) => Math.min(Math.max(took * PAUSE.factor, PAUSE.shortest), PAUSE.longest),
  });
  follower.start();
  return async () => {
    ending.abort(new DevnetError('NOT_READY', 'the network is closed'));
    await follower.stop();
  };
}
