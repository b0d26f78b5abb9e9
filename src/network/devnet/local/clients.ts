import { type BitcoinClient, createBitcoinClient } from '../../chains/bitcoin/client/client.js';
import { createStacksClient, type StacksClient } from '../../chains/stacks/client/client.js';
import type { Engine } from '../../engines/engine.js';
import { guardNodes, type NodeGuard } from '../../node-guard.js';

/** The clients of both nodes. */
export type Clients = { bitcoin: BitcoinClient; stacks: StacksClient; guard: NodeGuard | undefined };

export function createClients(engine: Engine): Clients {
  const guard = guardNodes(engine);
  const { bitcoin, stacks } = engine.services;
  return {
    // The URL may come later: `open` of the services.
    bitcoin: createBitcoinClient({ ...bitcoin, rpcUrl: () => engine.services.bitcoin.rpcUrl, guard }),
    stacks: createStacksClient({ ...stacks, guard }),
    guard,
  };
}
