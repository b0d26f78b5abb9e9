import { expect, test } from 'vitest';
import { createStacksChain } from '#dist/engines/common/follow/stacks-chain.js';
import { waitForEvents } from '#dist/engines/real-nodes/observer/wait-for-events.js';
import { sha512_256 } from '#dist/stacks/protocol/codec/hash.js';

const CONSENSUS = 'aa'.repeat(20);
const indexHash = (blockHash: string): string =>
  `0x${sha512_256(Buffer.from(blockHash, 'hex'), Buffer.from(CONSENSUS, 'hex')).toString('hex')}`;
const block = (height: number, blockHash: string) => ({
  height,
  hash: indexHash(blockHash),
  blockHash: `0x${blockHash}`,
  parentHash: '',
  consensusHash: CONSENSUS,
  burnHeight: 100,
  burnHash: 'bb',
  time: 0,
  receipts: [],
});

/** A stub of a node whose tip is a block of this height. */
function stubNetwork(height: number, blockHash: string) {
  const network = {
    limits: () => ({ ends: new AbortController().signal, signal: undefined }),
    stacks: { info: async () => ({ height, tip: blockHash, tipConsensusHash: CONSENSUS, burnHeight: 100 }) },
  };
  return network as unknown as Parameters<typeof waitForEvents>[0];
}

test("behavior: waits for the event of the node's tip, also if an abandoned chain was higher", async () => {
  const chain = createStacksChain(() => undefined);
  chain.apply({ type: 'block', block: block(50, '11'.repeat(32)) });
  let resolved = false;
  const waiting = waitForEvents(stubNetwork(49, '22'.repeat(32)), chain).then(() => {
    resolved = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(resolved).toBe(false);
  chain.apply({ type: 'block', block: block(49, '22'.repeat(32)) });
  await waiting;
});

test('default: resolves at once if the event has come', async () => {
  const chain = createStacksChain(() => undefined);
  chain.apply({ type: 'block', block: block(49, '22'.repeat(32)) });
  await waitForEvents(stubNetwork(49, '22'.repeat(32)), chain);
});
