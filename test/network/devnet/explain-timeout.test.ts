import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import { account } from '../../devnet.js';

let devnet: Devnet;
let fresh: string;
beforeAll(async () => {
  devnet = await startDevnet({ cache: testCache });
  fresh = await devnet.snapshot();
});
afterAll(() => devnet.close());

async function send(nonce: number): Promise<string> {
  const { network } = devnet;
  const { privateKey: senderKey } = account(devnet, 'wallet_1');
  const recipient = account(devnet, 'wallet_2').stx.address;
  const transaction = await makeSTXTokenTransfer({ recipient, amount: 1n, senderKey, network, nonce, fee: 500n });
  const answer = await broadcastTransaction({ transaction, network });
  expect(answer).not.toHaveProperty('error');
  return answer.txid;
}

const limits = { timeoutMs: 200 };

test('error: a wait for a Stacks transaction says that mining is manual', async () => {
  await devnet.restore(fresh);
  await devnet.setMining({ stacks: 'manual' });
  const txid = await send(0);
  const advice = 'Stacks mining is manual: use devnet.mine({ stacks: 1 }).';
  await using connection = await connectDevnet(devnet.urls.gateway);
  for (const { stacks } of [devnet, connection]) {
    await expect(stacks.waitForTx(txid, limits)).rejects.toMatchObject({
      code: 'TIMEOUT',
      lastSeen: 'in the mempool',
      hint: advice,
      message: expect.stringMatching(/after 200 ms \(timeoutMs\); last seen: in the mempool\. Stacks mining is manual: /),
    });
  }
  await expect(devnet.faucet.stx(account(devnet, 'wallet_3').stx.address, limits)).rejects.toMatchObject({ code: 'TIMEOUT', hint: advice });
});

test('error: a wait for a Bitcoin transaction says that mining is manual, or how long an interval is', async () => {
  await devnet.restore(fresh);
  await devnet.setMining({ bitcoin: 'manual' });
  const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_1').btc.address, { wait: false });
  await expect(devnet.bitcoin.waitForTx(txId, limits)).rejects.toMatchObject({
    hint: 'Bitcoin mining is manual: use devnet.mine({ bitcoin: 1 }).',
  });
  await devnet.setMining({ bitcoin: { intervalMs: 3_600_000 } });
  await expect(devnet.bitcoin.waitForTx(txId, limits)).rejects.toMatchObject({ hint: 'Bitcoin blocks come every 3600000 ms.' });
});

test('error: a wait behind a nonce gap names both nonces', async () => {
  await devnet.restore(fresh);
  const txid = await send(2);
  const { address } = account(devnet, 'wallet_1').stx;
  await expect(devnet.stacks.waitForTx(txid, limits)).rejects.toMatchObject({
    code: 'TIMEOUT',
    hint: `Its nonce is 2, but the next nonce of ${address} is 0: transactions with the nonces in between must be mined first.`,
  });
});

test('error: a wait for confirmations says that it mines none', async () => {
  await devnet.restore(fresh);
  const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_1').btc.address);
  await expect(devnet.bitcoin.waitForTx(txId, { ...limits, confirmations: 6 })).rejects.toMatchObject({
    lastSeen: expect.stringContaining('1 confirmation'),
    hint: 'A wait mines no blocks: use devnet.mine({ bitcoin: 1 }).',
  });
});
