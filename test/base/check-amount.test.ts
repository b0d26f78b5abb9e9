import { connectDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { readAmount } from '#dist/base/check-amount.js';
import { account, balanceOf, bootDevnet } from '../devnet.js';

test.each([
  [5, 5n],
  [5n, 5n],
  [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
])('reads %s', (given, expected) => {
  expect(readAmount(given, 'amount', 'sats', { least: 1n })).toBe(expected);
});

test.each([
  [0, 'amount: expected sats, received 0'],
  [1.5, 'amount: expected sats, received 1.5'],
  [-1n, 'amount: expected sats, received -1'],
  ['5', 'amount: expected sats, received "5"'],
  [2 ** 53, 'amount: expected sats, received 9007199254740992. A number of this size is not exact. Pass a bigint.'],
])('refuses %s', (given, message) => {
  expect(() => readAmount(given, 'amount', 'sats', { least: 1n })).toThrow(message);
});

test('faucets and transfers take numbers, in the process of the network and over HTTP', async () => {
  await using devnet = await bootDevnet({ gateway: true });
  await using connected = await connectDevnet(devnet.urls.gateway);
  const { stx, btc } = account(devnet, 'wallet_2');
  const before = await balanceOf(devnet, 'wallet_2');
  for (const one of [devnet, connected]) {
    await one.faucet.stx(stx.address, { amount: 7 });
    await one.faucet.btc(btc.address, { amount: 1_000 });
    await one.stacks.transfer({ to: 'wallet_2', amount: 3, as: 'wallet_1' });
  }
  const after = await balanceOf(devnet, 'wallet_2');
  expect([after.stx - before.stx, after.btc - before.btc]).toEqual([20n, 2_000n]);
});
