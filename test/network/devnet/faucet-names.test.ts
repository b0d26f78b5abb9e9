import { connectDevnet, type Devnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';

let devnet: Devnet;
let connected: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true });
  connected = await connectDevnet(devnet.urls.gateway);
});
afterAll(async () => {
  await connected.close();
  await devnet.close();
});

const balance = async () => (await devnet.balances()).find(({ name }) => name === 'wallet_5');

test.each(['started', 'connected'])('default: each faucet of a %s network pays an account by its name', async (kind) => {
  const { faucet, sbtc } = kind === 'started' ? devnet : connected;
  const address = devnet.accounts.wallet_5.stx.address;
  const before = { ...(await balance()), sbtc: await sbtc.balance(address) };
  await faucet.stx('wallet_5', { amount: 7n });
  await faucet.btc('wallet_5', { amount: 700n });
  await faucet.sbtc('wallet_5', { amount: 70n });
  const after = await balance();
  expect(after?.stx.balance).toBe((before.stx?.balance ?? 0n) + 7n);
  expect(after?.btc.balance).toBe((before.btc?.balance ?? 0n) + 700n);
  expect(await sbtc.balance(address)).toBe(before.sbtc + 70n);
});

test.each(['wallet_99', 'walet_5', 'constructor'])('error: %s is no account', async (name) => {
  for (const { faucet } of [devnet, connected]) {
    await expect(faucet.stx(name)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'address' });
    await expect(faucet.btc(name)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'address' });
  }
});

test('behavior: the public faucet takes names and amounts, too', async () => {
  const url = `${devnet.urls.gateway}/extended/v1/faucets/stx?address=wallet_5&wait=true&amount=3`;
  const before = (await balance())?.stx.balance ?? 0n;
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  expect((await balance())?.stx.balance).toBe(before + 3n);
});
