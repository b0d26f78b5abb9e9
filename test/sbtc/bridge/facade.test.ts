import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { testCache } from '../../cache.js';
import { sbtcContract } from '../../contract/sbtc.js';
import { account, bootDevnet } from '../../devnet.js';

sbtcContract('embedded', () => bootDevnet({ gateway: true }));

test('error: a network without sBTC', async () => {
  await using devnet = await startDevnet({ sbtc: false, gateway: false, cache: testCache });
  const unsupported = { code: 'UNSUPPORTED', message: expect.stringContaining('see the setting sbtc') };
  expect(() => devnet.sbtc.deployer).toThrow(expect.objectContaining(unsupported));
  const { address } = account(devnet, 'wallet_1').stx;
  await expect(devnet.sbtc.balance(address)).rejects.toMatchObject(unsupported);
  await expect(devnet.sbtc.deposit({ recipient: address, amount: 1_000n })).rejects.toMatchObject(unsupported);
  expect(await devnet.status()).not.toHaveProperty('sbtc');
});

test('behavior: ports.emily serves the Emily API at the root of a port of its own', async () => {
  await using devnet = await startDevnet({ ports: { emily: 0 }, cache: testCache });
  const { emily = '' } = devnet.urls;
  expect(await (await fetch(`${emily}/health`)).json()).toEqual({ version: expect.any(String) });
  const preflight = await fetch(`${emily}/deposit`, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'content-type, x-api-key' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type, x-api-key');
  expect(await (await fetch(`${emily}/limits`)).json()).toMatchObject({ pegCap: null, accountCaps: {} });
});
