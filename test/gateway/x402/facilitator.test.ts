import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet, sbtcOf } from '../../devnet.js';
import { ask, NETWORK, paymentOf, requirements, signStx, signToken, token } from './payments.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true });
});
afterAll(() => devnet.close());

const refusal = async (body: object) => {
  const { body: verified } = await ask(devnet, 'verify', body);
  const { body: settled } = await ask(devnet, 'settle', body);
  expect(settled).toMatchObject({ success: false, network: NETWORK, errorReason: verified['invalidReason'] });
  expect(verified).toMatchObject({ isValid: false, invalidMessage: expect.stringMatching(/.{10}/) });
  return verified['invalidReason'];
};

test('lists the scheme and the network', async () => {
  expect((await ask(devnet, 'supported')).body).toEqual({
    kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK }],
    extensions: [],
    signers: {},
  });
});

test('verifies and settles STX, once', async () => {
  const { wallet_1, wallet_2 } = devnet.accounts;
  const body = paymentOf(await signStx(devnet, wallet_1), requirements(devnet));
  expect(await ask(devnet, 'verify', body)).toEqual({ status: 200, body: { isValid: true, payer: wallet_1.stx.address } });
  const { body: settled } = await ask(devnet, 'settle', body);
  expect(settled).toMatchObject({
    success: true,
    payer: wallet_1.stx.address,
    network: NETWORK,
    amount: '1000',
    status: 'confirmed',
    recipient_address: wallet_2.stx.address,
    block_height: expect.any(Number),
  });
  expect(await devnet.stacks.receipt(String(settled['transaction']))).toMatchObject({ status: 'success' });
  expect(await refusal(body)).toBe('invalid_transaction_state');
});

test('settles sBTC and a SIP-010 token, in each way to name them', async () => {
  const { wallet_2, wallet_3 } = devnet.accounts;
  const before = await sbtcOf(devnet, wallet_2.stx.address);
  const { sbtc } = await devnet.status();
  const contract = `${sbtc?.deployer}.sbtc-token`;
  await devnet.faucet.sbtc(wallet_3.stx.address, { amount: 10_000n });
  for (const asset of ['SBTC', contract, `sip010:${contract}.sbtc-token`]) {
    const body = paymentOf(await signToken(devnet, wallet_3, contract), requirements(devnet, { asset }));
    expect((await ask(devnet, 'settle', body)).body, asset).toMatchObject({ success: true, payer: wallet_3.stx.address });
  }
  expect(await sbtcOf(devnet, wallet_2.stx.address)).toBe(before + 3_000n);

  const { contract: coin } = await devnet.stacks.deploy({ name: 'coin', source: token(wallet_3.stx.address), as: 'deployer' });
  const body = paymentOf(await signToken(devnet, wallet_3, coin), requirements(devnet, { asset: `${coin}::coin` }));
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: true });
  const short = paymentOf(await signToken(devnet, wallet_3, coin, { amount: 90_000 }), requirements(devnet, { asset: coin }));
  expect(await refusal(short)).toBe('insufficient_funds');
  const failing = paymentOf(await signToken(devnet, wallet_3, coin, { amount: 4_000 }), requirements(devnet, { asset: coin }));
  expect(await refusal(failing)).toBe('transaction_failed');
  const foreign = await signToken(devnet, devnet.accounts.wallet_4, coin, { from: wallet_3.stx.address });
  expect(await refusal(paymentOf(foreign, requirements(devnet, { asset: coin })))).toBe('sender_mismatch');
  const other = await signToken(devnet, wallet_3, coin, { fn: 'mint' });
  expect(await refusal(paymentOf(other, requirements(devnet, { asset: coin })))).toBe('invalid_payload');
});

test('refuses wrong amounts, recipients, assets, networks and times', async () => {
  const { wallet_4, wallet_5 } = devnet.accounts;
  const signed = await signStx(devnet, wallet_4);
  const hex = signed.serialize();
  const reasonFor = (changes: object) => refusal(paymentOf(signed, requirements(devnet, changes)));
  expect(await reasonFor({ amount: '1001' })).toBe('amount_insufficient');
  expect(await reasonFor({ payTo: wallet_5.stx.address })).toBe('recipient_mismatch');
  expect(await reasonFor({ asset: `${wallet_5.stx.address}.coin` })).toBe('asset_mismatch');
  expect(await reasonFor({ asset: 'DOGE' })).toBe('invalid_payment_requirements');
  expect(await reasonFor({ amount: '1.5' })).toBe('invalid_payment_requirements');
  expect(await reasonFor({ network: 'stacks:1' })).toBe('invalid_network');
  expect(await reasonFor({ scheme: 'upto' })).toBe('unsupported_scheme');
  expect(await reasonFor({ extra: { expiresAt: new Date(Date.now() - 1_000).toISOString() } })).toBe('payment_expired');
  expect(await reasonFor({ extra: { expiresAt: 'soon' } })).toBe('invalid_payment_requirements');

  const required = requirements(devnet);
  expect(await refusal(paymentOf(signed, required, { x402Version: 1 }))).toBe('invalid_x402_version');
  expect(await refusal(paymentOf(signed, required, { accepted: { ...required, network: 'stacks:1' } }))).toBe('invalid_network');
  expect(await refusal(paymentOf('00', required))).toBe('invalid_payload');
  expect(await refusal(paymentOf('', required))).toBe('invalid_payload');
  const { body: ofNumber } = await ask(devnet, 'verify', paymentOf('', required, { payload: { transaction: 5 } }));
  expect(ofNumber).toMatchObject({ invalidReason: 'invalid_payload', invalidMessage: expect.stringMatching(/received 5$/) });
  // The last byte of the signature is that of s.
  const forged = `${hex.slice(0, 120)}${hex[120] === '0' ? '1' : '0'}${hex.slice(121)}`;
  expect(await refusal(paymentOf(forged, required))).toBe('invalid_payload');
  const mainnet = await signStx(devnet, wallet_4, { network: 'mainnet', nonce: 0 } as object);
  expect(await refusal(paymentOf(mainnet, required))).toBe('invalid_network');
  const rich = await signStx(devnet, wallet_4, { amount: 10 ** 15 });
  expect(await refusal(paymentOf(rich, required))).toBe('insufficient_funds');
  // All of these left the account as it was.
  expect((await ask(devnet, 'settle', paymentOf(hex, required))).body).toMatchObject({ success: true });
});

test('refuses a nonce that is used, and a payment that its payer sent already', async () => {
  const { wallet_5 } = devnet.accounts;
  const first = await signStx(devnet, wallet_5);
  const second = await signStx(devnet, wallet_5, { amount: 2_000 });
  expect((await ask(devnet, 'settle', paymentOf(first, requirements(devnet)))).body).toMatchObject({ success: true });
  expect(await refusal(paymentOf(second, requirements(devnet)))).toBe('invalid_transaction_state');
  const own = await signStx(devnet, wallet_5);
  const sent = await fetch(`${devnet.urls.stacks}/v2/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(own.serialize(), 'hex'),
  });
  await devnet.stacks.waitForTx(String(await sent.json()));
  expect(await refusal(paymentOf(own, requirements(devnet)))).toBe('invalid_transaction_state');
});

test('of two servers that settle one payment at the same time, one succeeds', async () => {
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_6), requirements(devnet));
  const answers = await Promise.all([ask(devnet, 'settle', body), ask(devnet, 'settle', body), ask(devnet, 'settle', body)]);
  expect(answers.filter(({ body: { success } }) => success === true)).toHaveLength(1);
  for (const {
    body: { success, errorReason },
  } of answers)
    if (success !== true) expect(errorReason).toBe('invalid_transaction_state');
});

test('after a restore, a payment that it undid can be settled again', async () => {
  const body = paymentOf(await signStx(devnet, devnet.accounts.wallet_7), requirements(devnet));
  const id = await devnet.snapshot();
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: true });
  await devnet.restore(id);
  expect((await ask(devnet, 'settle', body)).body).toMatchObject({ success: true });
  expect(await refusal(body)).toBe('invalid_transaction_state');
});

test('the facilitator can be switched off', async () => {
  await using other = await bootDevnet({ gateway: true, x402: { enabled: false } });
  expect(await ask(other, 'supported')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});
