import { connectWebSocketClient, StacksApiSocketClient } from '@stacks/blockchain-api-client';
import { privateKeyToAddress, randomPrivateKey } from '@stacks/transactions';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';

let devnet: Devnet;
let baseUrl: string;
beforeAll(async () => {
  devnet = await startDevnet();
  baseUrl = devnet.urls.gateway ?? '';
});
afterAll(() => devnet.close());

const fresh = (): string => privateKeyToAddress(randomPrivateKey(), 'testnet');

test('default: the websocket client hears of blocks, the mempool, a transaction, an address and its balance', async () => {
  const client = await connectWebSocketClient(baseUrl);
  const address = fresh();
  const heard: Record<string, unknown[]> = { block: [], mempool: [], transaction: [], balance: [], tx: [] };
  await client.subscribeBlocks((update) => heard['block']?.push(update));
  await client.subscribeMempool((update) => heard['mempool']?.push(update));
  await client.subscribeAddressTransactions(address, (update) => heard['transaction']?.push(update));
  const balance = await client.subscribeAddressBalanceUpdates(address, (update) => heard['balance']?.push(update));
  await devnet.setMining({ stacks: 'manual', bitcoin: 'manual' });
  const { txId } = await devnet.faucet.stx(address, { wait: false });
  await client.subscribeTxUpdates(txId.slice(2), (update) => heard['tx']?.push(update));
  await devnet.stacks.mine();
  await expect.poll(() => heard['balance']).toEqual([expect.objectContaining({ address, balance: '500000000' })]);
  expect(heard['tx']?.at(-1)).toMatchObject({ tx_id: txId, tx_status: 'success', token_transfer: { recipient_address: address } });
  expect(heard['transaction']).toEqual([
    expect.objectContaining({ address, tx_id: txId, tx_status: 'success', stx_sent: '0', stx_received: '500000000' }),
  ]);
  expect(heard['mempool']).toContainEqual(expect.objectContaining({ tx_id: txId, tx_status: 'pending' }));
  expect(heard['block']?.at(-1)).toMatchObject({ canonical: true, txs: [txId], parent_block_hash: expect.any(String) });
  await balance.unsubscribe();
  await devnet.setMining({ stacks: 'auto', bitcoin: 'auto' });
  await devnet.faucet.stx(address);
  await expect.poll(() => heard['transaction']?.length).toBe(2);
  expect(heard['balance']).toHaveLength(1);
  client.webSocket.close();
});

test('error: what cannot be subscribed to', async () => {
  const client = await connectWebSocketClient(baseUrl);
  await expect(client.subscribeTxUpdates('nothing', () => undefined)).rejects.toMatchObject({ code: -32602 });
  await expect(client.subscribeAddressTransactions('nobody', () => undefined)).rejects.toMatchObject({ code: -32602 });
  client.webSocket.close();
  await expect(connectWebSocketClient(`${baseUrl}/elsewhere`)).rejects.toThrow();
});

test('default: the Socket.IO client hears of blocks, a transaction, an address and its balance', async () => {
  const address = fresh();
  const client = StacksApiSocketClient.connect({ url: baseUrl, subscriptions: ['block'] });
  const heard: Record<string, unknown[]> = { block: [], address: [], balance: [], transaction: [] };
  client.socket.on('block', (block) => heard['block']?.push(block));
  await new Promise<void>((resolve, reject) => {
    client.socket.once('connect', () => resolve());
    client.socket.once('connect_error', reject);
  });
  await new Promise<void>((resolve) => client.socket.emit('subscribe', `address-transaction:${address}`, () => resolve()));
  await new Promise<void>((resolve) => client.socket.emit('subscribe', `address-stx-balance:${address}`, () => resolve()));
  client.socket.on(`address-transaction:${address}`, (...update: unknown[]) => heard['address']?.push(update));
  client.socket.on(`address-stx-balance:${address}`, (...update: unknown[]) => heard['balance']?.push(update));
  const { txId } = await devnet.faucet.stx(address);
  await expect.poll(() => heard['balance']).toEqual([[address, expect.objectContaining({ balance: '500000000' })]]);
  expect(heard['address']).toEqual([
    [address, expect.objectContaining({ tx: expect.objectContaining({ tx_id: txId }), stx_received: '500000000' })],
  ]);
  expect(heard['block']).toContainEqual(expect.objectContaining({ txs: [txId] }));
  client.socket.close();
});

test('error: an unknown topic ends a Socket.IO handshake', async () => {
  const client = StacksApiSocketClient.connect({
    url: baseUrl,
    subscriptions: ['nothing' as 'block'],
    socketOpts: { reconnection: false },
  });
  const error = await new Promise<Error>((resolve) => client.socket.once('connect_error', resolve));
  expect(error.message).toContain('Invalid topic');
  client.socket.close();
});
