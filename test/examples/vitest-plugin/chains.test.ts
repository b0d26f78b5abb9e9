import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { useDevnet } from 'stacks-devnet/vitest';
import { beforeEach, describe, expect, test } from 'vitest';

const net = useDevnet({ per: 'test' });
const balance = async (address: string) => {
  const response = await fetch(`${net.devnet.urls.gateway}/extended/v1/address/${address}/stx`);
  return BigInt(((await response.json()) as { balance: string }).balance);
};

describe('tests that run at the same time', () => {
  beforeEach(async () => {
    await net.devnet.bitcoin.mine();
  });

  test.concurrent.for(Array.from({ length: 24 }, (_, index) => index + 1))('chain %i has only its own payments', async (count) => {
    const { devnet } = net;
    const { wallet_1, wallet_2 } = devnet.accounts;
    const before = { status: await devnet.status(), balance: await balance(wallet_2.stx.address) };
    // The same nonce in each test.
    const transfer = {
      recipient: wallet_2.stx.address,
      amount: BigInt(count),
      senderKey: wallet_1.privateKey,
      nonce: 0n,
      network: devnet.network,
    };
    const sent = await broadcastTransaction({ transaction: await makeSTXTokenTransfer(transfer), network: devnet.network });
    if ('error' in sent) throw new Error(`${sent.error}: ${sent.reason}`);
    await devnet.stacks.waitForTx(sent.txid);
    expect(net.devnet).toBe(devnet);
    expect(await balance(wallet_2.stx.address)).toBe(before.balance + BigInt(count));
    expect((await devnet.status()).stacks.height).toBe(before.status.stacks.height + 1);
  });
});

test('one test after the other', async () => {
  const { deployer } = net.devnet.accounts;
  await net.devnet.stacks.transfer({ to: deployer.stx.address, amount: 1n, as: 'wallet_1' });
  expect((await net.devnet.balances()).find(({ name }) => name === 'wallet_1')?.stx.nonce).toBe(1);
});
