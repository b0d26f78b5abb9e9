import { expect, test } from 'vitest';
import { createStacksChain } from '#dist/engines/common/follow/stacks-chain.js';
import { readStacksTip } from '#dist/engines/common/follow/stacks-tip.js';
import { saveState } from '#dist/engines/real-nodes/state/stored-state.js';

type Parts = Parameters<typeof saveState>[0];

const hashOf = (height: number): string => `${height}`.padStart(64, 'c');

/** Parts of a network whose nodes make so many more Stacks and Bitcoin blocks while the state is copied, and whose events come at the next question. */
async function network(late: number, lateBitcoin = 0) {
  let height = 14;
  let burnHeight = 142;
  let followed = { height: 142, hash: hashOf(142) };
  let copies = 0;
  const info = async () => ({ tip: `${height}`.padStart(64, '0'), tipConsensusHash: 'ab'.repeat(20), height, burnHeight });
  const chain = createStacksChain(() => undefined);
  const follow = async () => chain.jump(await readStacksTip({ info } as Parameters<typeof readStacksTip>[0]));
  await follow();
  const followBitcoin = () => {
    followed = { height: burnHeight, hash: hashOf(burnHeight) };
  };
  const parts = {
    chain,
    follower: { tip: () => followed },
    mempool: { read: async () => new Map() },
    network: {
      bitcoin: { tip: async () => ({ height: burnHeight, hash: hashOf(burnHeight) }), flush: async () => undefined },
      stacks: {
        info: async () => {
          const answer = await info();
          setImmediate(() => {
            followBitcoin();
            void follow();
          });
          return answer;
        },
      },
      limits: () => ({ ends: new AbortController().signal, signal: undefined }),
      environment: {
        freeze: async () => undefined,
        thaw: async () => undefined,
        save: async () => {
          if (copies < late) height += 1;
          if (copies++ < lateBitcoin) burnHeight += 1;
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

test('behavior: a Bitcoin block that comes during the copy is part of the state, too, and of the moment that is reported', async () => {
  const { parts, copies } = await network(0, 1);
  const moments: number[] = [];
  const { bitcoin } = await saveState(parts, '/target', () => void moments.push(parts.follower.tip().height));
  expect(bitcoin).toEqual({ height: 143, hash: hashOf(143) });
  expect(moments).toEqual([142, 143]);
  expect(copies()).toBe(2);
});
