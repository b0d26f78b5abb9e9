import { startDevnet } from 'stacks-devnet';
import { expect } from 'vitest';
import { testCache } from '../../cache.js';
import { account, balanceOf, stacksGet } from '../../devnet.js';
import { testWithNodes as test } from './launch/native/real-nodes.js';

const native = { engine: 'native', gateway: false, cache: testCache } as const;

test('behavior: a snapshot contains pending transactions', async () => {
  await using devnet = await startDevnet({ ...native, mining: { bitcoin: 'manual' } });
  const { address } = account(devnet, 'wallet_3').btc;
  const { btc: before } = await balanceOf(devnet, 'wallet_3');
  const { txId } = await devnet.faucet.btc(address, { wait: false });
  const id = await devnet.snapshot();
  await devnet.bitcoin.mine(1);
  expect((await devnet.bitcoin.waitForTx(txId)).confirmations).toBeGreaterThanOrEqual(1);
  await devnet.restore(id);
  expect((await balanceOf(devnet, 'wallet_3')).btc).toBe(before);
  await devnet.bitcoin.mine(1);
  expect((await devnet.bitcoin.waitForTx(txId)).confirmations).toBeGreaterThanOrEqual(1);
  expect((await balanceOf(devnet, 'wallet_3')).btc).toBe(before + 100_000_000n);
});

test('behavior: after a restore the next Stacks transaction begins a tenure', async () => {
  await using devnet = await startDevnet({ ...native, mining: { bitcoin: 'manual' } });
  const id = await devnet.snapshot();
  const { bitcoin, capabilities } = await devnet.status();
  expect(capabilities).toEqual(['mineStacks', 'snapshots', 'chaos']);
  await devnet.restore(id);
  const { block } = await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address);
  expect(block?.burnHeight).toBeGreaterThan(bitcoin.height);
});

test('behavior: several signers sign blocks', async () => {
  await using devnet = await startDevnet({ ...native, signers: 3 });
  const { cycle } = await devnet.status();
  const { stacker_set: set } = await stacksGet(devnet, `/v3/stacker_set/${cycle.id}`);
  expect(set).toHaveProperty(
    'signers',
    expect.toSatisfy((signers: unknown[]) => signers.length === 3),
  );
  await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address);
});
