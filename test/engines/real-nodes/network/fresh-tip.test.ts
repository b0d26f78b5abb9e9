import { expect, test } from 'vitest';
import { refreshTip } from '#dist/engines/real-nodes/network/fresh-tip.js';

const NOW = 1_796_000_000;

/** Answers as a bitcoind whose last block has this time. @returns the calls */
async function callsWithTipOf(time: number): Promise<unknown[]> {
  const calls: unknown[] = [];
  const bitcoin = {
    async call(method: string, params: unknown) {
      calls.push([method, params]);
      return method === 'getblockchaininfo' ? { blocks: 142, time } : { hash: '00'.repeat(32) };
    },
  };
  await refreshTip({ bitcoin, coinbaseAddress: 'bcrt1q' } as unknown as Parameters<typeof refreshTip>[0], NOW);
  return calls;
}

const ASKED = ['getblockchaininfo', undefined];

test.each([
  ['of now', 0, []],
  ['ahead of the clock, as after many blocks at once', -600, []],
  ['of an hour and a half ago', 5_400, []],
  ['of more than an hour and a half ago', 5_401, [['generateblock', ['bcrt1q', []]]]],
  ['of last week', 604_800, [['generateblock', ['bcrt1q', []]]]],
])('behavior: a stacks-node starts after a tip %s with a young tip', async (_name, age, mined) => {
  expect(await callsWithTipOf(NOW - age)).toEqual([ASKED, ...mined]);
});
