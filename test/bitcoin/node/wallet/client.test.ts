import Client from 'bitcoin-core';
import { expect, test } from 'vitest';
import { PASSWORD, startRpcNode, TRUE_ADDRESS, USER } from '../harness.js';

test('bitcoin-core of npm: a wallet from creation to a mined payment', async () => {
  await using rpc = await startRpcNode();
  // biome-ignore lint/suspicious/noExplicitAny: the client has no types for its methods
  const client = new Client({ host: rpc.url, username: USER, password: PASSWORD }) as any;
  expect(await client.createWallet('shop')).toMatchObject({ name: 'shop' });
  // biome-ignore lint/suspicious/noExplicitAny: the client has no types for its methods
  const wallet = new Client({ host: rpc.url, username: USER, password: PASSWORD, wallet: 'shop' }) as any;
  const address = await wallet.getNewAddress('till');
  await client.generateToAddress(101, address);
  const txid = await wallet.sendToAddress(TRUE_ADDRESS, 1.25);
  expect(await wallet.getTransaction(txid)).toMatchObject({ amount: -1.25, confirmations: 0 });
  await client.generateToAddress(1, TRUE_ADDRESS);
  expect((await wallet.listTransactions('*', 1))[0]).toMatchObject({ txid, category: 'send', confirmations: 1 });
  expect(await wallet.listUnspent()).toHaveLength(2);
  expect((await wallet.getBalances()).mine.immature).toBe(4950);
  expect(await wallet.getAddressesByLabel('till')).toEqual({ [address]: { purpose: 'receive' } });
  expect(await client.listWallets()).toEqual(['shop']);
});
