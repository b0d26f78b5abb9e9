import { StackingClient } from '@stacks/stacking';
import { privateKeyToPublic } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from './test-node.js';

const POX_ADDRESS = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const CYCLE = 7;
const CYCLE_LENGTH = 20;
const LARGE = 10n ** 16n;
const SIGNER_KEY = String(privateKeyToPublic(WALLET_1.key));

test('behavior: StackingClient stacks alone, extends and increases; all unlocks at the end of the last cycle', async () => {
  await using node = await startTestNode();
  const { advance } = bitcoin(node);
  const client = clientOf(node, WALLET_1);
  const minimum = BigInt((await client.getPoxInfo()).min_amount_ustx);
  expect(await client.canStack({ poxAddress: POX_ADDRESS, cycles: 1 })).toEqual({ eligible: true });
  expect(await client.hasMinimumStx()).toBe(true);
  expect(await client.getCoreInfo()).toMatchObject({ burn_block_height: BOOT_HEIGHT });
  expect(await client.getAccountStatus()).toMatchObject({ balance: 100_000_000_000_000n, locked: 0n, nonce: 0 });
  expect(await client.getPoxOperationInfo()).toMatchObject({ current: { contract_id: 'ST000000000000000000002AMW42H.pox-4' } });

  const sign = (topic: 'stack-stx' | 'stack-extend' | 'stack-increase', period: number, authId: number) => ({
    signerKey: SIGNER_KEY,
    maxAmount: LARGE,
    authId,
    signerSignature: client.signPoxSignature({
      topic,
      poxAddress: POX_ADDRESS,
      rewardCycle: CYCLE,
      period,
      signerPrivateKey: WALLET_1.key,
      maxAmount: LARGE,
      authId,
    }),
  });
  const solo = { poxAddress: POX_ADDRESS, privateKey: WALLET_1.key };
  const stack = { ...solo, amountMicroStx: minimum, cycles: 1, burnBlockHeight: node.tip().burnHeight, fee: 10_000n, nonce: 0n };
  await client.stack({ ...stack, ...sign('stack-stx', 1, 1) });
  await nonce(node, WALLET_1, 1);
  expect(await status(client)).toMatchObject({ first_reward_cycle: CYCLE + 1, lock_period: 1, unlock_height: (CYCLE + 2) * CYCLE_LENGTH });
  expect(await client.getAccountBalanceLocked()).toBe(minimum);
  expect(await client.getAccountBalance()).toBe(100_000_000_000_000n - minimum - 10_000n);
  const reward = await client.getRewardSet({
    contractId: 'ST000000000000000000002AMW42H.pox-4',
    rewardCyleId: CYCLE + 1,
    rewardSetIndex: 0,
  });
  expect(reward?.total_ustx).toBe(minimum);

  await client.stackIncrease({ ...solo, increaseBy: 5_000n, ...sign('stack-increase', 1, 2), fee: 10_000n, nonce: 1n });
  await nonce(node, WALLET_1, 2);
  await client.stackExtend({ ...solo, extendCycles: 1, ...sign('stack-extend', 1, 3), fee: 10_000n, nonce: 2n });
  await nonce(node, WALLET_1, 3);
  expect(await client.getAccountBalanceLocked()).toBe(minimum + 5_000n);
  const unlock = (CYCLE + 3) * CYCLE_LENGTH;
  expect(await status(client)).toMatchObject({ lock_period: 2, unlock_height: unlock });

  await advance((CYCLE + 1) * CYCLE_LENGTH - 2);
  expect(await stackerSet(node, CYCLE + 1)).toMatchObject([{ signing_key: SIGNER_KEY, stacked_amt: Number(minimum + 5_000n) }]);
  await advance(unlock - 1);
  expect(await client.getAccountBalanceLocked()).toBe(minimum + 5_000n);
  await advance(unlock);
  expect(await client.getAccountBalanceLocked()).toBe(0n);
  expect(await client.getStatus()).toEqual({ stacked: false });
});

test('behavior: StackingClient delegates, the pool stacks, commits, extends and increases; a revoked delegation ends', async () => {
  await using node = await startTestNode();
  const { advance } = bitcoin(node);
  const pool = clientOf(node, WALLET_1);
  const members = [DEPLOYER, WALLET_2].map((account) => ({ account, client: clientOf(node, account) }));
  const minimum = BigInt((await pool.getPoxInfo()).min_amount_ustx);
  const delegated = minimum * 2n;
  for (const { account, client } of members) {
    const delegation = { amountMicroStx: delegated, delegateTo: WALLET_1.address, poxAddress: POX_ADDRESS, privateKey: account.key };
    await client.delegateStx({ ...delegation, fee: 10_000n, nonce: 0n });
    await nonce(node, account, 1);
    expect(await client.getDelegationStatus()).toMatchObject({ delegated: true, details: { amount_micro_stx: delegated } });
  }

  let next = 0;
  const asPool = () => ({ poxAddress: POX_ADDRESS, privateKey: WALLET_1.key, fee: 10_000n, nonce: BigInt(next++) });
  const burnBlockHeight = node.tip().burnHeight;
  for (const { account } of members) {
    await pool.delegateStackStx({ ...asPool(), stacker: account.address, amountMicroStx: minimum, burnBlockHeight, cycles: 1 });
  }
  const sign = (topic: 'agg-commit' | 'agg-increase', authId: number) => ({
    signerKey: SIGNER_KEY,
    maxAmount: LARGE,
    authId,
    signerSignature: pool.signPoxSignature({
      topic,
      poxAddress: POX_ADDRESS,
      rewardCycle: CYCLE + 1,
      period: 1,
      signerPrivateKey: WALLET_1.key,
      maxAmount: LARGE,
      authId,
    }),
  });
  const commit = {
    poxAddress: POX_ADDRESS,
    topic: 'agg-commit',
    rewardCycle: CYCLE + 1,
    period: 1,
    maxAmount: LARGE,
    amount: minimum,
  } as const;
  const { signerKey, signerSignature } = sign('agg-commit', 1);
  expect(await pool.verifySignerKeySignature({ ...commit, authId: 1, signerKey, signerSignature })).toBe(true);
  expect(await pool.verifySignerKeySignature({ ...commit, authId: 2, signerKey, signerSignature })).toBe(false);
  await pool.stackAggregationCommitIndexed({ ...asPool(), rewardCycle: CYCLE + 1, ...sign('agg-commit', 1) });
  const [member] = members;
  if (member === undefined) throw new RangeError('two accounts delegate');
  await pool.delegateStackIncrease({ ...asPool(), stacker: member.account.address, increaseBy: 7_000n });
  await pool.stackAggregationIncrease({ ...asPool(), rewardCycle: CYCLE + 1, rewardIndex: 0, ...sign('agg-increase', 2) });
  await pool.delegateStackExtend({ ...asPool(), stacker: member.account.address, extendCount: 1 });
  await nonce(node, WALLET_1, next);
  expect(await member.client.getAccountBalanceLocked()).toBe(minimum + 7_000n);
  expect(await status(member.client)).toMatchObject({ unlock_height: (CYCLE + 3) * CYCLE_LENGTH });

  await member.client.revokeDelegateStx({ privateKey: member.account.key, fee: 10_000n, nonce: 1n });
  await nonce(node, member.account, 2);
  expect(await member.client.getDelegationStatus()).toEqual({ delegated: false });

  await advance((CYCLE + 1) * CYCLE_LENGTH - 2);
  expect(await stackerSet(node, CYCLE + 1)).toMatchObject([{ signing_key: SIGNER_KEY, stacked_amt: Number(minimum * 2n + 7_000n) }]);
  await advance((CYCLE + 2) * CYCLE_LENGTH);
  expect(await Promise.all(members.map(({ client }) => client.getAccountBalanceLocked()))).toEqual([minimum + 7_000n, 0n]);
  await advance((CYCLE + 3) * CYCLE_LENGTH);
  expect(await member.client.getAccountBalanceLocked()).toBe(0n);
});

function clientOf({ url }: TestNode, { address }: { address: string }): StackingClient {
  return new StackingClient({ address, network: 'testnet', client: { baseUrl: url } });
}

async function status(client: StackingClient): Promise<unknown> {
  const found = await client.getStatus();
  return found.stacked ? found.details : undefined;
}

function bitcoin(node: TestNode) {
  let height = BOOT_HEIGHT;
  return {
    advance: async (target: number) => {
      while (height < target) await node.burnBlock(burnBlock(++height));
    },
  };
}

async function stackerSet({ url }: TestNode, cycle: number): Promise<unknown> {
  const answer = (await (await fetch(`${url}/v3/stacker_set/${cycle}`)).json()) as { stacker_set: { signers: unknown } };
  return answer.stacker_set.signers;
}

async function nonce({ url }: TestNode, { address }: { address: string }, expected: number): Promise<void> {
  const read = async () => ((await (await fetch(`${url}/v2/accounts/${address}?proof=0`)).json()) as { nonce: number }).nonce;
  await expect.poll(read).toBe(expected);
}
