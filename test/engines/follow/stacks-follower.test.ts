import { expect, test } from 'vitest';
import { createStacksClient, type StacksClient } from '#dist/chains/stacks/client/client.js';
import type { EngineEvent } from '#dist/engines/engine-event.js';
import { createStacksChain } from '#dist/engines/follow/stacks-chain.js';
import { followStacks } from '#dist/engines/follow/stacks-follower.js';
import { account, bootDevnet } from '../../devnet.js';

test('behavior: a mined transaction that the node still has in its mempool is not pending again', async () => {
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual', stacks: 'manual' } });
  const stacks = createStacksClient({ rpcUrl: devnet.urls.stacks });
  type Answer = ReturnType<StacksClient['request']>;
  /** The mempool before the block, as nodes keep it for a while. */
  let stale: Answer | undefined;
  const request: StacksClient['request'] = (options) =>
    stale !== undefined && options.path.startsWith('/v2/mempool/query') ? stale : stacks.request(options);
  const events: EngineEvent[] = [];
  const ends = new AbortController();
  const follower = followStacks({
    stacks: { ...stacks, request },
    chain: createStacksChain((event) => events.push(event)),
    outcomes: async () => ({ receipts: [], unknownOutcomes: [] }),
    ends: ends.signal,
    pause: () => 1_000,
  });
  await follower.jump();
  await follower.catchUp();
  const txid = await devnet.stacks.transfer({ to: account(devnet, 'wallet_2').stx.address, amount: 1n, as: 'wallet_1', wait: false });
  const path = `/v2/mempool/query?page_id=${'00'.repeat(32)}`;
  const body = Buffer.concat([Buffer.of(2), Buffer.alloc(36)]);
  const pending = stacks.request({ method: 'POST', path, headers: { 'content-type': 'application/octet-stream' }, body });
  expect((await pending).bytes.length).toBeGreaterThan(100);
  stale = pending;
  await devnet.stacks.mine();
  expect(await devnet.stacks.receipt(txid)).toMatchObject({ status: 'success' });
  await follower.catchUp();
  expect(events.map(({ type }) => type)).toEqual(['stacks.block']);
  ends.abort();
  await follower.stop();
});
