import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import { burnBlock, startTestNode, type TestNode } from '../stacks/node/test-node.js';
import type { Observer } from './observer.js';

/** Bitcoin height at which the recorded conversations start: reward cycle 6. */
const BURN_HEIGHT = 125;
const BALANCE = 100_000_000_000_000n;

/**
 * Starts a fresh embedded node at Bitcoin height 125, in which each standard account has 100,000,000 STX.
 * @param balances µSTX by address, for accounts that need more
 */
export function startConversationNode(observer: Observer, balances: Readonly<Record<string, bigint>> = {}): Promise<TestNode> {
  return startTestNode({
    balances: STANDARD_ACCOUNTS.map(({ stx }) => ({ principal: stx.address, amount: balances[stx.address] ?? BALANCE })),
    burnchain: Array.from({ length: BURN_HEIGHT + 1 }, (_, height) => burnBlock(height)),
    eventObservers: [observer.endpoint],
  });
}
