import { afterEach, expect, test } from 'vitest';
import type { StacksChain } from '#dist/engines/common/follow/stacks-chain.js';
import { createConditions } from '#dist/engines/real-nodes/faults/conditions.js';
import type { Miner } from '#dist/engines/real-nodes/mining/miner.js';
import type { Network } from '#dist/engines/real-nodes/network/network.js';
import { type Watchdog, watchNetwork } from '#dist/engines/real-nodes/supervision/watchdog.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';

const deployer = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS';
const KEY = `0x0200000021${'02'.repeat(33)}`;
const NONE = '0x09';
const SOME = `0x0a06${'1a'.repeat(21)}0161`;

type State = { burnHeight: number; pox?: 4 | 5; signers?: string[]; stakers?: string; key?: string; token?: boolean };

let watchdog: Watchdog | undefined;
afterEach(() => watchdog?.stop());

/** Watches a network in a state. @returns the stalls that it has reported so far */
function watch({ burnHeight, pox = 5, signers = ['02'], stakers = SOME, key = KEY, token = true }: State): string[] {
  const stalls: string[] = [];
  const network = {
    options: { pox: { rewardLength: 20, prepareLength: 5 }, sbtc: { deployer } },
    timeline: { firstBurnHeight: 80, pox },
    limits: () => ({ ends: new AbortController().signal }),
    clock: { now: () => performance.now() },
    stacks: {
      sortition: async () => ({ consensusHash: 'a', elected: true, burnHeight }),
      info: async () => ({ tipConsensusHash: 'a' }),
      signers: async () => signers,
      getJson: async (path: string) => (token || !path.includes('sbtc-token') ? { source: '' } : undefined),
      request: async ({ path }: { path: string }) => {
        const result = path.includes('get-signer-set') ? stakers : key;
        return { status: 200, bytes: Buffer.from(JSON.stringify({ okay: true, result })) };
      },
    },
  } as unknown as Network;
  const chain = { tip: () => ({ burnHeight, height: 1 }), waiting: () => [] } as unknown as StacksChain;
  const miner = { busy: () => false } as unknown as Miner;
  const emit = (event: EngineEvent): void => {
    if (event.type === 'stall') stalls.push(event.cause);
  };
  watchdog = watchNetwork({ network, miner, chain, conditions: createConditions(1, () => burnHeight), emit });
  return stalls;
}

// Cycle 4 begins at 160 and its prepare phase at 156; pox-5 takes stakes for it until 154.
test.each<[string, State, string]>([
  [
    'no signer stakes',
    { burnHeight: 153, stakers: NONE },
    'the next prepare phase will halt the chain: no signer stakes for reward cycle 4',
  ],
  ['the registry has no key', { burnHeight: 154, key: '0x020000000100' }, 'has no aggregate key of 33 bytes'],
  ['the token is missing', { burnHeight: 155, token: false }, `the contract ${deployer}.sbtc-token does not exist`],
  ['the reward set is empty', { burnHeight: 158, signers: [] }, 'reward cycle 4 has an empty reward set'],
])('error: %s', async (_name, state, cause) => {
  const stalls = watch(state);
  await expect.poll(() => stalls).toEqual([expect.stringContaining(cause)]);
});

test.each<[string, State]>([
  ['every signer stakes', { burnHeight: 154 }],
  ['there is time to stake', { burnHeight: 152, stakers: NONE }],
  ['pox-4 needs no sBTC', { burnHeight: 154, pox: 4, stakers: NONE, key: '0x020000000100' }],
])('behavior: %s: no stall', async (_name, state) => {
  const stalls = watch(state);
  // Longer than the pause between two checks.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(stalls).toEqual([]);
});
