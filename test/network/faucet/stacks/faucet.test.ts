import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testnetAddress } from '#dist/stacks/protocol/signing/transfer.js';
import { account, balanceOf, bootDevnet, stacksGet } from '../../../devnet.js';

const FAUCET = 'STNHKEPYEPJ8ET55ZZ0M5A34J0R3N5FM2CMMMAZ6';
const START = 100_000_000_000_000n;

describe('on one network', () => {
  let devnet: Devnet;
  let fresh: string;
  beforeAll(async () => {
    devnet = await bootDevnet();
    fresh = await devnet.snapshot();
  });
  afterAll(() => devnet.close());
  const back = (): Promise<void> => devnet.restore(fresh);
  const stxOf = async (principal: string): Promise<bigint> =>
    BigInt(String((await stacksGet(devnet, `/v2/accounts/${principal}?proof=0`))['balance']));

  test('default: 500 STX, in a block', async () => {
    await back();
    const { stx } = account(devnet, 'wallet_1');
    const payment = await devnet.faucet.stx(stx.address);
    expect(payment).toMatchObject({
      txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      txRaw: expect.stringMatching(/^80[0-9a-f]+$/),
      amount: 500_000_000n,
    });
    expect(await devnet.stacks.receipt(payment.txId)).toMatchObject({ status: 'success', block: payment.block });
    expect(await balanceOf(devnet, 'wallet_1')).toMatchObject({ stx: START + 500_000_000n, nonce: 0 });
  });

  test('behavior: 50 concurrent requests are confirmed, each exactly once', async () => {
    await back();
    const { stx } = account(devnet, 'wallet_2');
    const payments = await Promise.all(Array.from({ length: 50 }, () => devnet.faucet.stx(stx.address)));
    expect(new Set(payments.map(({ txId }) => txId)).size).toBe(50);
    const receipts = await Promise.all(payments.map(({ txId }) => devnet.stacks.receipt(txId)));
    expect(receipts.every((receipt) => receipt?.status === 'success')).toBe(true);
    expect((await balanceOf(devnet, 'wallet_2')).stx).toBe(START + 50n * 500_000_000n);
  });

  test('behavior: more requests than the node takes in one block wait for the next', async () => {
    await back();
    await devnet.setMining({ stacks: 'manual' });
    const { stx } = account(devnet, 'wallet_3');
    // Five keys have 25 pending payments each; the last five requests wait for the next block.
    const requests = Promise.all(Array.from({ length: 130 }, () => devnet.faucet.stx(stx.address, { amount: 1n })));
    let pending = 0;
    await new Promise<void>((resolve) => {
      const stop = devnet.subscribe((event) => {
        if (event.type !== 'stacks.tx' || ++pending < 125) return;
        stop();
        resolve();
      });
    });
    await devnet.setMining({ stacks: 'auto' });
    expect(await requests).toHaveLength(130);
    expect((await balanceOf(devnet, 'wallet_3')).stx).toBe(START + 130n);
  });

  test('behavior: a contract that does not exist yet can be paid', async () => {
    await back();
    const contract = `${account(devnet, 'deployer').stx.address}.vault`;
    await devnet.faucet.stx(contract, { amount: 7n });
    expect(await stxOf(contract)).toBe(7n);
  });

  test('behavior: the faucet pays its own accounts from another one', async () => {
    await back();
    const before = await stxOf(FAUCET);
    await devnet.faucet.stx(FAUCET, { amount: 9n });
    expect(await stxOf(FAUCET)).toBe(before + 9n);
  });

  test('behavior: stacking pays the minimum plus a fifth, exactly', async () => {
    await back();
    const minimum = BigInt(String((await stacksGet(devnet, '/v2/pox'))['min_amount_ustx']));
    const { amount } = await devnet.faucet.stx(account(devnet, 'wallet_4').stx.address, { stacking: true });
    expect(amount * 5n - minimum * 6n).toBeGreaterThanOrEqual(0n);
    expect(amount * 5n - minimum * 6n).toBeLessThan(5n);
    expect((await balanceOf(devnet, 'wallet_4')).stx).toBe(START + amount);
  });

  test('behavior: without wait, it resolves when the node accepted the payment', async () => {
    await back();
    await devnet.setMining({ stacks: 'manual' });
    const payment = await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address, { wait: false });
    expect(payment.block).toBeUndefined();
    expect(await devnet.stacks.receipt(payment.txId)).toBeUndefined();
    await devnet.stacks.mine();
    expect((await devnet.stacks.receipt(payment.txId))?.status).toBe('success');
  });

  test('error: a timeout has the pending payment', async () => {
    await back();
    await devnet.setMining({ stacks: 'manual' });
    const error: unknown = await devnet.faucet
      .stx(account(devnet, 'wallet_1').stx.address, { timeoutMs: 50 })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'TIMEOUT', lastSeen: 'in the mempool', payment: { amount: 500_000_000n } });
  });

  test('behavior: after a restore, the faucet continues from the restored state', async () => {
    await back();
    await devnet.setMining({ stacks: 'manual' });
    const { stx } = account(devnet, 'wallet_5');
    await devnet.faucet.stx(stx.address, { amount: 1n, wait: false });
    const waiting = await devnet.snapshot();
    const undone = await devnet.faucet.stx(stx.address, { amount: 2n, wait: false });
    const outcome = devnet.stacks.waitForTx(undone.txId).catch((reason: unknown) => reason);
    await devnet.restore(waiting);
    expect(await outcome).toMatchObject({ code: 'ROLLED_BACK', lastSeen: 'in the mempool' });
    const again = devnet.faucet.stx(stx.address, { amount: 4n });
    await devnet.setMining({ stacks: 'auto' });
    await again;
    expect((await balanceOf(devnet, 'wallet_5')).stx).toBe(START + 1n + 4n);
  });

  test('behavior: a restore during requests: each is either paid or rejects with ROLLED_BACK', async () => {
    await back();
    const { stx } = account(devnet, 'wallet_8');
    const requests = Array.from({ length: 40 }, () => devnet.faucet.stx(stx.address, { amount: 1n }));
    const outcomes = Promise.allSettled(requests);
    await Promise.race(requests);
    await devnet.restore(fresh);
    const results = await outcomes;
    const paid = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.txId] : []));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.every((reason: unknown) => reason instanceof Error && 'code' in reason && reason.code === 'ROLLED_BACK')).toBe(true);
    // The restore undid the payments before it; a later request with the same nonce is the same transaction again.
    const receipts = await Promise.all(paid.map((txId) => devnet.stacks.receipt(txId)));
    const onChain = new Set(receipts.flatMap((receipt) => (receipt?.status === 'success' ? [receipt.txid] : [])));
    expect((await balanceOf(devnet, 'wallet_8')).stx).toBe(START + BigInt(onChain.size));
  });

  test('behavior: payments that a Bitcoin reorganization removes are sent again', async () => {
    await back();
    const { stx } = account(devnet, 'wallet_6');
    const mined = await devnet.bitcoin.mine();
    const payments = await Promise.all(Array.from({ length: 10 }, () => devnet.faucet.stx(stx.address, { amount: 10n })));
    const client = await devnet.bitcoin.client();
    await client.command('invalidateblock', mined.bitcoin.hashes[0]);
    await devnet.bitcoin.mine(2);
    await Promise.all(payments.map(({ txId }) => devnet.stacks.waitForTx(txId)));
    expect((await balanceOf(devnet, 'wallet_6')).stx).toBe(START + 100n);
    await devnet.faucet.stx(stx.address, { amount: 1n });
    expect((await balanceOf(devnet, 'wallet_6')).stx).toBe(START + 101n);
  });

  test.each([
    ['a mainnet address', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', {}, 'address'],
    ['a wrong checksum', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGN', {}, 'address'],
    ['an amount of 0', FAUCET, { amount: 0n }, 'amount'],
    ['an amount together with stacking', FAUCET, { amount: 1n, stacking: true }, 'amount'],
    ['a negative timeout', FAUCET, { timeoutMs: -1 }, 'timeoutMs'],
  ])('error: %s', async (_, address, options, field) => {
    await expect(devnet.faucet.stx(address, options)).rejects.toMatchObject({ code: 'INVALID_INPUT', field });
  });

  test('error: a payment above the balance of every key says what is available', async () => {
    await back();
    await expect(devnet.faucet.stx(account(devnet, 'wallet_1').stx.address, { amount: 10n ** 18n })).rejects.toMatchObject({
      code: 'FAUCET_FAILED',
      message: expect.stringContaining(
        'the payment needs 1000000000000000300 micro-STX with its fee, the fullest key has 1000000000000000',
      ),
    });
  });
});

test('behavior: another holder of a faucet key can send transactions, too', async () => {
  const key = '3'.repeat(64);
  await using devnet = await bootDevnet({
    faucet: { stx: { keys: [key] } },
    balances: { [await testnetAddress(key)]: 1_000_000n },
    mining: { stacks: 'manual' },
  });
  const { stx } = account(devnet, 'wallet_7');
  const { network } = devnet;
  for (const nonce of [0, 2]) {
    const transaction = await makeSTXTokenTransfer({
      recipient: stx.address,
      amount: 3n,
      senderKey: `${key}01`,
      fee: 1_000n,
      nonce,
      network,
    });
    expect(await broadcastTransaction({ transaction, network })).toHaveProperty('txid');
  }
  const payments = await Promise.all(Array.from({ length: 10 }, () => devnet.faucet.stx(stx.address, { amount: 5n, wait: false })));
  await devnet.setMining({ stacks: 'auto' });
  await Promise.all(payments.map(({ txId }) => devnet.stacks.waitForTx(txId)));
  await devnet.faucet.stx(stx.address, { amount: 5n });
  expect((await balanceOf(devnet, 'wallet_7')).stx).toBe(START + 6n + 55n);
});

test('error: the only key runs dry', async () => {
  const key = '1'.repeat(64);
  await using devnet = await bootDevnet({ faucet: { stx: { keys: [key] } }, balances: { [await testnetAddress(key)]: 1_000_000n } });
  const { address } = account(devnet, 'wallet_1').stx;
  await devnet.faucet.stx(address, { amount: 999_000n });
  await expect(devnet.faucet.stx(address, { amount: 1_000n })).rejects.toMatchObject({
    code: 'FAUCET_FAILED',
    message:
      'the STX faucet could not pay: it has run out of tokens: the payment needs 1300 micro-STX with its fee, the fullest key has 700',
  });
  expect(await devnet.faucet.stx(address, { amount: 400n })).toMatchObject({ amount: 400n });
});

test.each([
  ['switched off', { enabled: false }],
  ['without keys', { keys: [] }],
])('error: a faucet %s', async (_, stx) => {
  await using devnet = await bootDevnet({ faucet: { stx } });
  await expect(devnet.faucet.stx(account(devnet, 'wallet_1').stx.address)).rejects.toMatchObject({ code: 'FAUCET_DISABLED' });
});
