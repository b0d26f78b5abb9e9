import { expect, test } from 'vitest';
import { createStacksChain } from '#dist/engines/follow/stacks-chain.js';
import { readStacksTip } from '#dist/engines/follow/stacks-tip.js';
import { saveState } from '#dist/engines/real-nodes/state/stored-state.js';

type Parts = Parameters<typeof saveState>[0];

/** Parts of a network whose node makes `late` more Stacks blocks while the state is copied, and whose events come at the next question. */
async function network(late: number) {
  let height = 14;
  let copies = 0;
  const info = async () => ({ tip: `${height}`.padStart(64, '0'), tipConsensusHash: 'ab'.repeat(20), height, burnHeight: 142 });
  const chain = createStacksChain(() => undefined);
  const follow = async () => chain.jump(await readStacksTip({ info } as Parameters<typeof readStacksTip>[0]));
  await follow();
  const parts = {
    chain,
    mempool: { read: async () => new Map() },
    network: {
      bitcoin: { tip: async () => ({ height: 142, hash: 'cd'.repeat(32) }), flush: async () => undefined },
      stacks: {
        info: async () => {
          const answer = await info();
          setImmediate(() => void follow());
          return answer;
        },
      },
      limits: () => ({ ends: new AbortController().signal, signal: undefined }),
      environment: {
        freeze: async () => undefined,
        thaw: async () => undefined,
        save: async () => {
          if (copies++ < late) height += 1;
        },
      },
    },
  } as unknown as Parts;
  return { parts, copies: () => copies };
}

test('default: a state is copied once', async () => {
  const { parts, copies } = await network(0);
  expect((await saveState(parts, '/target')).stacks.tip.height).toBe(14);
  expect(copies()).toBe(1);
});

test('behavior: the network knows a Stacks block that comes during the copy, because the state is copied again', async () => {
  const { parts, copies } = await network(2);
  const { stacks } = await saveState(parts, '/target');
  expect(stacks.tip.height).toBe(16);
  expect(copies()).toBe(3);
  expect(stacks.tip).toEqual(parts.chain.tip());
});
