import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { balanceOf, bootDevnet } from '../../devnet.js';
import { ask, paymentOf, requirements, signStx } from './payments.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true });
});
afterEach(() => devnet.chaos.clear());
afterAll(() => devnet.close());

const received = async () => (await balanceOf(devnet, 'wallet_2')).stx;

test('a transaction that the node loses is no payment; sent again, it is one', async () => {
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_1), requirements(devnet, { maxTimeoutSeconds: 0.3 }));
  const before = await received();
  await devnet.chaos.drop();
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({
    success: false,
    errorReason: 'transaction_pending',
    transaction: expect.stringMatching(/^0x/),
  });
  expect(await received()).toBe(before);
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: true });
  expect(await received()).toBe(before + 1_000n);
});

test('a lost answer of the node says failed; the next try reports the payment that was made', async () => {
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_3), requirements(devnet));
  const before = await received();
  await using fault = await devnet.chaos.rpcFaults({ errorRate: 1, lost: 'answer', path: '/v2/transactions' });
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: false, errorReason: 'broadcast_failed' });
  await fault.stop();
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: true });
  expect(await received()).toBe(before + 1_000n);
});

test('a lost answer of the facilitator: the server that asks again does not get a second payment', async () => {
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_4), requirements(devnet));
  const before = await received();
  await using fault = await devnet.chaos.rpcFaults({ errorRate: 1, lost: 'answer', path: '/x402/' });
  expect(await ask(devnet, 'settle', body)).toMatchObject({ status: 503 });
  await fault.stop();
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: false, errorReason: 'invalid_transaction_state' });
  expect(await received()).toBe(before + 1_000n);
});

test('a late transaction is pending by its deadline, and settled afterwards', async () => {
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_5), requirements(devnet, { maxTimeoutSeconds: 0.3 }));
  await devnet.chaos.delay({ blocks: 1 });
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ errorReason: 'transaction_pending' });
  await devnet.bitcoin.mine(1);
  await expect.poll(async () => (await balanceOf(devnet, 'wallet_5')).nonce).toBe(1);
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: true });
});

test('a payment of an abandoned block is mined again, and does not count twice', async () => {
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_6), requirements(devnet));
  await devnet.bitcoin.mine(1);
  const { transaction } = (await ask(devnet, 'settle', body)).body;
  await devnet.bitcoin.mine(1);
  await devnet.chaos.reorg({ blocks: 2 });
  await devnet.stacks.waitForTx(String(transaction));
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: false, errorReason: 'invalid_transaction_state' });
});
