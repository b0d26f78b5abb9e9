import { deserializeTransaction, type StacksTransactionWire } from '@stacks/transactions';
import { describe, expect, test } from 'vitest';
import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import type { Network } from '#dist/engines/real-nodes/network/network.js';
import { keepStaked, longestStake } from '#dist/engines/real-nodes/stacking/staker.js';

const keys = networkKeys(1);
const pox = { rewardLength: 20, prepareLength: 5 };

/** A network at which a stake ends at `unlockHeight`. A transaction extends it at once. */
function networkWith(unlockHeight: number): { network: Network; sent: StacksTransactionWire[] } {
  const sent: StacksTransactionWire[] = [];
  const network = {
    keys,
    options: { pox },
    timeline: { firstBurnHeight: 80 },
    limits: () => ({}),
    stacks: {
      info: async () => ({ networkId: 0x80000000 }),
      account: async () => ({ unlockHeight: sent.length === 0 ? unlockHeight : unlockHeight + 1, nonce: 3 }),
      broadcast: async (bytes: Uint8Array) => {
        sent.push(deserializeTransaction(bytes));
      },
    },
  } as unknown as Network;
  return { network, sent };
}

/** The arguments that name numbers. */
function numbersOf(transaction: StacksTransactionWire): unknown[] {
  const { payload } = transaction;
  if (!('functionArgs' in payload)) throw new TypeError('not a call');
  return [
    payload.functionName.content,
    ...payload.functionArgs.filter(({ type }) => type === 'uint').map((arg) => 'value' in arg && arg.value),
  ];
}

test.each([
  // Cycle 4 begins at 160; a stake of 96 cycles from then on ends at 2080, with cycle 100.
  ['just staked', 2080, 142],
  ['four whole cycles are left', 2080, 1990],
  ['a prepare phase', 2080, 2015],
  ['nothing is locked', 0, 2005],
])('behavior: %s: nothing is extended', async (_name, unlockHeight, height) => {
  const { network, sent } = networkWith(unlockHeight);
  await keepStaked(network, height);
  expect(sent).toEqual([]);
});

test.each([
  ['three whole cycles are left', 2000, 93],
  ['the last block before the prepare phase', 2014, 93],
  ['the last cycle', 2064, 96],
])('default: %s: the stake is extended to 96 cycles', async (_name, height, cycles) => {
  const { network, sent } = networkWith(2080);
  await keepStaked(network, height);
  expect(sent.map(numbersOf)).toEqual([['stake-update', BigInt(cycles), 0n]]);
});

describe('the longest stake', () => {
  test.each([
    [1, 96],
    [8, 96],
    [16, 48],
  ])('of %i signers: %i cycles', (signers, cycles) => {
    expect(longestStake(signers)).toBe(cycles);
  });
});
