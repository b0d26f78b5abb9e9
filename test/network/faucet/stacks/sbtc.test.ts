import { connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet, DevnetEvent } from '#dist/network/types.js';
import { account, balanceOf, bootDevnet, sbtcOf } from '../../../devnet.js';

const START = 1_000_000_000n;
const CONTRACT = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG.vault-with-a-name-of-forty-characters-00';

describe('on one network', () => {
  let devnet: Devnet;
  let fresh: string;
  let address: string;
  beforeAll(async () => {
    devnet = await bootDevnet({ gateway: true });
    fresh = await devnet.snapshot();
    ({ address } = account(devnet, 'wallet_1').stx);
  });
  afterAll(() => devnet.close());

  test('default: 0.01 sBTC, in a block, and no account has sent anything', async () => {
    await devnet.restore(fresh);
    const events: DevnetEvent[] = [];
    const stop = devnet.subscribe((event) => events.push(event));
    const payment = await devnet.faucet.sbtc(address);
    stop();
    expect(payment).toMatchObject({ txId: expect.stringMatching(/^0x[0-9a-f]{64}$/), amount: 1_000_000n });
    expect(await devnet.stacks.receipt(payment.txId)).toMatchObject({
      status: 'success',
      block: payment.block,
      events: [{ type: 'ft_transfer_event', ft_transfer_event: { recipient: address, amount: '1000000' } }, { type: 'contract_event' }],
    });
    expect(await sbtcOf(devnet, address)).toBe(START + 1_000_000n);
    expect(await balanceOf(devnet, 'wallet_1')).toMatchObject({ stx: 100_000_000_000_000n, nonce: 0 });
    expect(events).toContainEqual({
      type: 'faucet.payment',
      chain: 'stacks',
      coin: 'sbtc',
      txId: payment.txId,
      address,
      amount: '1000000',
    });
  });

  test('behavior: any amount, to a contract, over HTTP too', async () => {
    await devnet.restore(fresh);
    expect(await devnet.faucet.sbtc(CONTRACT, { amount: 1n })).toMatchObject({ amount: 1n });
    await using remote = await connectDevnet(devnet.urls.gateway);
    expect(await remote.faucet.sbtc(CONTRACT, { amount: 2n ** 40n })).toMatchObject({ amount: 2n ** 40n });
    expect(await sbtcOf(devnet, CONTRACT)).toBe(2n ** 40n + 1n);
  });

  test('behavior: more requests than the node takes in one block wait for the next', async () => {
    await devnet.restore(fresh);
    await devnet.setMining({ stacks: 'manual' });
    const requests = Promise.all(Array.from({ length: 130 }, () => devnet.faucet.sbtc(address, { amount: 1n, timeoutMs: 30_000 })));
    let pending = 0;
    await new Promise<void>((resolve) => {
      const stop = devnet.subscribe((event) => {
        if (event.type !== 'stacks.tx' || ++pending < 125) return;
        stop();
        resolve();
      });
    });
    await devnet.setMining({ stacks: 'auto' });
    expect(new Set((await requests).map(({ txId }) => txId)).size).toBe(130);
    expect(await sbtcOf(devnet, address)).toBe(START + 130n);
  });

  test('error: bad input, and more than the faucet has', async () => {
    await devnet.restore(fresh);
    await expect(devnet.faucet.sbtc(account(devnet, 'wallet_1').btc.address)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'address',
    });
    await expect(devnet.faucet.sbtc(address, { amount: 0n })).rejects.toMatchObject({
      field: 'amount',
      expected: expect.stringContaining('sats'),
    });
    const stacking = { stacking: true } as object;
    await expect(devnet.faucet.sbtc(address, stacking)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'stacking' });
    await expect(devnet.faucet.sbtc(address, { amount: 3_000_000_000_000n })).rejects.toMatchObject({
      code: 'FAUCET_FAILED',
      message: expect.stringContaining('the payment needs 3000000000000 sats, the fullest key has 2000000000000'),
    });
    expect(await sbtcOf(devnet, address)).toBe(START);
  });
});

test('behavior: an own deployer, keys, amount and balances', async () => {
  const deployer = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
  const wallet = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
  await using devnet = await bootDevnet({
    sbtc: { deployer, balances: { [wallet]: 5n, [CONTRACT]: 7n } },
    faucet: { sbtc: { keys: ['4'.repeat(64)], amount: 9n } },
  });
  expect(await devnet.faucet.sbtc(wallet)).toMatchObject({ amount: 9n });
  expect(await sbtcOf(devnet, wallet, deployer)).toBe(14n);
  expect(await sbtcOf(devnet, CONTRACT, deployer)).toBe(7n);
  expect(await sbtcOf(devnet, account(devnet, 'wallet_2').stx.address, deployer)).toBe(START);
  expect(await balanceOf(devnet, 'deployer')).toMatchObject({ stx: 100_000_000_000_000n, nonce: 0 });
});

test.each([
  ['switched off', { faucet: { sbtc: false } }, 'the sBTC faucet is switched off'],
  ['without keys', { faucet: { sbtc: { keys: [] } } }, 'the sBTC faucet has no keys'],
  ['without sBTC', { sbtc: false }, 'the network has no sBTC: see the setting sbtc'],
])('error: a faucet %s', async (_, options, message) => {
  await using devnet = await bootDevnet(options);
  await expect(devnet.faucet.sbtc(account(devnet, 'wallet_1').stx.address)).rejects.toMatchObject({ code: 'FAUCET_DISABLED', message });
});

test('error: sBTC where nobody can deploy it', async () => {
  const external = { bitcoinRpc: 'http://127.0.0.1:1', stacksRpc: 'http://127.0.0.1:1' };
  await expect(bootDevnet({ engine: 'external', external, sbtc: true })).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'sbtc' });
  const sbtc = { enabled: true, deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' };
  await expect(bootDevnet({ engine: 'native', sbtc })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'sbtc.deployer' });
});
