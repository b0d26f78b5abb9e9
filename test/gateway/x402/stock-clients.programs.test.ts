import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPaymentClient, paymentMiddleware, privateKeyToAccount, X402PaymentVerifier } from 'x402-stacks';
import type { Devnet } from '#dist/network/types.js';
import { balanceOf, bootDevnet, sbtcOf } from '../../devnet.js';
import { NETWORK, token } from './payments.js';

/** Where the client of x402-stacks reads nonces and fees; it has no option for another URL. */
const PUBLIC_API = 'https://api.testnet.hiro.so';

/** That of docs/agents.md, in JavaScript. */
const EXAMPLE: string = '../../examples/x402/app.js';

let devnet: Devnet;
let shop: { url: string; close(): void };
const paid: unknown[] = [];

beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true });
  const { wallet_1, deployer } = devnet.accounts;
  await devnet.stacks.deploy({ name: 'usdcx', source: token(wallet_1.stx.address), as: 'deployer' });
  await devnet.faucet.sbtc(wallet_1.stx.address, { amount: 10_000n });
  const { sbtc } = await devnet.status();
  const payTo = devnet.accounts.wallet_2.stx.address;
  const common = { network: NETWORK as `stacks:${string}`, payTo, facilitatorUrl: `${devnet.urls.gateway}/x402` };
  const app = express();
  const offers = { stx: 'STX', sbtc: `${sbtc?.deployer}.sbtc-token`, usdcx: `${deployer.stx.address}.usdcx` };
  for (const [name, asset] of Object.entries(offers)) {
    app.get(`/${name}`, paymentMiddleware({ ...common, amount: 1_500n, asset }), (request, response) => {
      paid.push((request as { payment?: unknown }).payment);
      response.json({ secret: name });
    });
  }
  const { createApp } = await import(EXAMPLE);
  app.use(createApp(devnet));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  shop = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    fetch(typeof input === 'string' ? input.replace(PUBLIC_API, devnet.urls.gateway ?? '') : input, init),
  );
});
afterAll(async () => {
  vi.unstubAllGlobals();
  shop.close();
  await devnet.close();
});

test('an unmodified client pays an unmodified server in STX, sBTC and a SIP-010 token', async () => {
  const { wallet_1, wallet_2 } = devnet.accounts;
  const client = createPaymentClient(privateKeyToAccount(wallet_1.privateKey, 'testnet'), { baseURL: shop.url });
  const before = (await balanceOf(devnet, 'wallet_2')).stx;
  const sbtcBefore = await sbtcOf(devnet, wallet_2.stx.address);
  for (const name of ['stx', 'sbtc', 'usdcx']) {
    const { status, data, headers } = await client.get(`/${name}`);
    expect({ status, data }).toEqual({ status: 200, data: { secret: name } });
    const settled = JSON.parse(Buffer.from(String(headers['payment-response']), 'base64').toString());
    expect(settled).toMatchObject({ success: true, payer: wallet_1.stx.address, network: NETWORK });
    expect(await devnet.stacks.receipt(settled.transaction)).toMatchObject({ status: 'success' });
  }
  expect(await client.get('/data')).toMatchObject({ status: 200, data: { answer: 42 } });
  expect(paid).toHaveLength(3);
  expect((await balanceOf(devnet, 'wallet_2')).stx).toBe(before + 3_000n);
  expect(await sbtcOf(devnet, wallet_2.stx.address)).toBe(sbtcBefore + 1_500n);
});

test('the server answers 402 to a payment that was used, and the client of the facilitator understands the reason', async () => {
  const account = privateKeyToAccount(devnet.accounts.wallet_3.privateKey, 'testnet');
  const sent: string[] = [];
  const client = createPaymentClient(account, { baseURL: shop.url });
  client.interceptors.request.use((config) => {
    const header = config.headers['payment-signature'];
    if (typeof header === 'string') sent.push(header);
    return config;
  });
  await client.get('/stx');
  const again = await fetch(`${shop.url}/stx`, { headers: { 'payment-signature': sent[0] ?? '' } });
  expect([again.status, await again.json()]).toEqual([402, expect.objectContaining({ error: 'invalid_transaction_state' })]);

  const verifier = new X402PaymentVerifier(`${devnet.urls.gateway}/x402`);
  expect(await verifier.isKindSupported(NETWORK)).toBe(true);
  const paymentPayload = JSON.parse(Buffer.from(sent[0] ?? '', 'base64').toString());
  expect(await verifier.verify(paymentPayload, { paymentRequirements: paymentPayload.accepted })).toMatchObject({
    isValid: false,
    invalidReason: 'invalid_transaction_state',
    payer: account.address,
  });
});
