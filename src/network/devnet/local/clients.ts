import { guardNodes, type NodeGuard } from '#platform/node-guard.js';
import { type BitcoinClient, createBitcoinClient } from '../../../bitcoin/client.js';
import { createStacksClient, type StacksClient } from '../../../stacks/client.js';
import type { Engine } from '../../../stacks/engine.js';

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
