import { createBitcoinClient } from '../../chains/bitcoin/client/client.js';
import { createStacksClient } from '../../chains/stacks/client/client.js';
import type { EngineOptions, EngineServices } from '../engine.js';
import type { StacksBlockEvent } from '../engine-event.js';
import type { EventHub } from '../event-hub.js';
import type { Nodes } from './boot.js';
import type { Follower } from './follower.js';
import type { Miner } from './miner.js';

type Parts = Pick<Nodes, 'stacks'> & {
  follower: Follower;
  miner: Miner;
  services: EngineServices;
  events: EventHub;
  options: EngineOptions;
};

/** Prepares the network. @returns the Stacks blocks that this made, ascending */
export async function prepareNetwork({ stacks, follower, miner, services, events, options }: Parts): Promise<StacksBlockEvent[]> {
  const { preparation, pox, signal, onProgress } = options;
  if (preparation === undefined) return [];
  const made: StacksBlockEvent[] = [];
  const stop = events.subscribe((event) => {
    if (event.type === 'stacks.block') made.push(event);
    else if (event.type === 'stacks.reorg') made.splice(0, made.length, ...made.filter(({ height }) => height <= event.forkHeight));
  });
  const client = createStacksClient(services.stacks);
  try {
    await preparation.run({
      bitcoin: createBitcoinClient(services.bitcoin),
      stacks: client,
      pox: { firstBurnHeight: 0, ...pox },
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
