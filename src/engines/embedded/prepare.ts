import { createBitcoinClient } from '../../bitcoin/client.js';
import { createStacksClient } from '../../stacks/client.js';
import type { EngineOptions, EventHub, StacksBlockEvent } from '../../stacks/engine.js';
import type { Nodes } from './boot.js';
import type { Follower } from './follower.js';
import type { Miner } from './miner.js';

type Parts = Pick<Nodes, 'bitcoin' | 'stacks' | 'pox'> & {
  follower: Follower;
  miner: Miner;
  events: EventHub;
  options: EngineOptions;
};

/** The nodes are asked without a connection. */
const NO_URL = 'http://node.invalid';

/** Prepares the network before others can use it. @returns the Stacks blocks that this made, ascending */
export async function prepareNetwork({ bitcoin, stacks, pox, follower, miner, events, options }: Parts): Promise<StacksBlockEvent[]> {
  const { preparation, heights, signal, onProgress } = options;
  const missing = heights === undefined ? 0 : heights.stacks - heights.bitcoin;
  if (preparation === undefined && missing === 0) return [];
  const made: StacksBlockEvent[] = [];
  const stop = events.subscribe((event) => {
    if (event.type === 'stacks.block') made.push(event);
    else if (event.type === 'stacks.reorg') made.splice(0, made.length, ...made.filter(({ height }) => height <= event.forkHeight));
  });
  const { rpcUser, rpcPassword } = options.bitcoin;
  const client = createStacksClient({ rpcUrl: NO_URL, ask: stacks.ask });
  try {
    for (let mined = 0; mined < missing; mined++) await stacks.mine();
    await preparation?.run({
      bitcoin: createBitcoinClient({ rpcUrl: NO_URL, rpcUser, rpcPassword, ask: bitcoin.ask }),
      stacks: client,
      pox,
      signerKey: undefined,
      subscribe: events.subscribe,
      async mineBitcoin() {
        await miner.mine(1);
      },
      async mineStacks() {
        await follower.caughtUp();
        if (options.mining.stacks === 'manual') await stacks.mine();
      },
      limits: () => ({ signal }),
      onProgress,
    });
    await follower.caughtUp();
    return made;
  } finally {
    client.close();
    stop();
  }
}
