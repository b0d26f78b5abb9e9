import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import { account, bootDevnet } from '../../devnet.js';

/** Sends more than the account owns: the node rejects it. */
async function overspend(devnet: Devnet, fee: bigint): Promise<string> {
  const { network } = devnet;
  const { privateKey: senderKey } = account(devnet, 'wallet_1');
  const recipient = account(devnet, 'wallet_2').stx.address;
  const transaction = await makeSTXTokenTransfer({ recipient, amount: 10n ** 15n, senderKey, network, nonce: 0, fee });
  const answer = await broadcastTransaction({ transaction, network });
  expect(answer).toMatchObject({ error: 'transaction rejected', reason: 'NotEnoughFunds' });
  return answer.txid;
}

describe('with a gateway', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ cache: testCache });
  });
  afterAll(() => devnet.close());

  test("error: a wait for a rejected transaction rejects at once with the node's reason", async () => {
    const txid = await overspend(devnet, 500n);
    const error = await devnet.stacks.waitForTx(txid).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'REJECTED',
      message: expect.stringContaining(`Stacks transaction 0x${txid} was rejected by the node: NotEnoughFunds (expected 0x`),
      reason: expect.stringContaining('NotEnoughFunds'),
    });
  });

  test('error: a wait that began before the broadcast rejects, too', async () => {
    const { privateKey: senderKey, stx } = account(devnet, 'wallet_1');
    const { network } = devnet;
    const order = { recipient: account(devnet, 'wallet_2').stx.address, amount: 10n ** 15n, senderKey, network, nonce: 0, fee: 700n };
    const transaction = await makeSTXTokenTransfer(order);
    const waiting = devnet.stacks.waitForTx(transaction.txid()).catch((thrown: unknown) => thrown);
    await broadcastTransaction({ transaction, network });
    expect(await waiting).toMatchObject({ code: 'REJECTED' });
    expect((await devnet.balances()).find(({ name }) => name === 'wallet_1')?.stx.nonce, stx.address).toBe(0);
  });

  test('error: over HTTP the wait answers 409 with the reason', async () => {
    const txid = await overspend(devnet, 800n);
    for (const query of ['', '?chain=stacks']) {
      const response = await fetch(`${devnet.urls.gateway}/devnet/v1/tx/${txid}/wait${query}`);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: 'REJECTED', error: expect.stringContaining('NotEnoughFunds') });
    }
    await using connection = await connectDevnet(devnet.urls.gateway);
    await expect(connection.stacks.waitForTx(txid)).rejects.toMatchObject({ code: 'REJECTED' });
    expect(await connection.stacks.receipt(txid)).toBeUndefined();
  });

  test('behavior: a transaction that is rejected first and accepted later is waited for', async () => {
    const { network } = devnet;
    const { privateKey: senderKey } = account(devnet, 'wallet_3');
    const recipient = account(devnet, 'wallet_4').stx.address;
    const amount = 100_000_000_000_001n;
    const transaction = await makeSTXTokenTransfer({ recipient, amount, senderKey, network, nonce: 0, fee: 500n });
    expect(await broadcastTransaction({ transaction, network })).toHaveProperty('error');
    await devnet.faucet.stx(account(devnet, 'wallet_3').stx.address);
    expect(await broadcastTransaction({ transaction, network })).not.toHaveProperty('error');
    expect((await devnet.stacks.waitForTx(transaction.txid())).status).toBe('success');
  });

  test('behavior: a rejection is an event, once', async () => {
    const seen: string[] = [];
    const stop = devnet.subscribe((event) => {
      if (event.type === 'stacks.rejected') seen.push(event.txid);
    });
    const txid = await overspend(devnet, 900n);
    await devnet.stacks.waitForTx(txid).catch(() => undefined);
    stop();
    expect(seen).toEqual([`0x${txid}`]);
  });
});

test('error: without a gateway the wait rejects at once, too', async () => {
  await using devnet = await bootDevnet();
  const txid = await overspend(devnet, 500n);
  await expect(devnet.stacks.waitForTx(txid)).rejects.toMatchObject({ code: 'REJECTED' });
});
