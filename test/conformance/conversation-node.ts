import { STANDARD_ACCOUNTS } from '#dist/devnet/standard-accounts.js';
import { burnBlock, startTestNode, type TestNode } from '../node/stacks/test-node.js';

/** The recorded networks were here when the conversations began, in reward cycle 6. */
const BURN_HEIGHT = 125;

/** A fresh node for a conversation: the standard accounts hold 100,000,000 STX each. @param observerPort on loopback */
export function startConversationNode(observerPort: number): Promise<TestNode> {
  return startTestNode({
    balances: STANDARD_ACCOUNTS.map(({ stx }) => ({ principal: stx.address, amount: 100_000_000_000_000n })),
    burnchain: Array.from({ length: BURN_HEIGHT + 1 }, (_, height) => burnBlock(height)),
    eventObservers: [`127.0.0.1:${observerPort}`],
  });
}
