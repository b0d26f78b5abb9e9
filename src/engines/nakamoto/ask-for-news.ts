import { DevnetError } from '../../error.js';
import { AUTH_TOKEN } from '../auth-token.js';
import { createOutcomes } from '../follow/outcomes/outcomes.js';
import type { StacksChain } from '../follow/stacks-chain.js';
import { followStacks } from '../follow/stacks-follower.js';
import type { Network } from './network.js';

/** Pause between two looks at the node: twice what the last one took, within these bounds in ms. */
const PAUSE = { factor: 2, shortest: 100, longest: 1_000 };

/**
 * Tells the chain what an event observer would have been told, where the node reaches none of ours: the node is asked for new blocks, and
 * to replay them for what their transactions did.
 * @returns the function that ends it
 */
export function askForNews(network: Pick<Network, 'stacks'>, chain: StacksChain): () => Promise<void> {
  const ending = new AbortController();
  const { stacks } = network;
  const follower = followStacks({
    ...{ stacks, chain },
    outcomes: createOutcomes({ stacks, authorization: AUTH_TOKEN, ends: ending.signal }),
    pause: (took) => Math.min(Math.max(took * PAUSE.factor, PAUSE.shortest), PAUSE.longest),
  });
  follower.start();
  return async () => {
    ending.abort(new DevnetError('NOT_READY', 'the network is closed'));
    await follower.stop();
  };
}
