import { connectWebSocketClient, StacksApiSocketClient, type StacksApiWebSocketClient } from '@stacks/blockchain-api-client';
import { broadcastTransaction, Cl, makeContractCall, makeContractDeploy, makeSTXTokenTransfer } from '@stacks/transactions';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../devnet.js';

type Body = Record<string, unknown>;
/** What a client heard, in order: the topic and the message without what repeats the topic. */
type Heard = { topic: string; body: Body }[];

const network = 'devnet';
const TOKEN = `(define-non-fungible-token stamp uint)
(define-public (mint (id uint)) (nft-mint? stamp id tx-sender))
(define-public (burn (id uint)) (nft-burn? stamp id tx-sender))`;
const FIRST = '0x0100000000000000000000000000000001';

let devnet: Devnet;
let baseUrl: string;
let sender: { address: string; senderKey: string };
beforeAll(async () => {
  devnet = await startDevnet();
  baseUrl = devnet.urls.gateway ?? '';
  const { stx, privateKey } = account(devnet, 'wallet_1');
  sender = { address: stx.address, senderKey: privateKey };
  const { senderKey } = sender;
  const deploy = await makeContractDeploy({ contractName: 'token', codeBody: TOKEN, senderKey, network, client: { baseUrl } });
  await devnet.stacks.waitForTx((await broadcastTransaction({ transaction: deploy, client: { baseUrl } })).txid);
  await devnet.setMining({ stacks: 'manual', bitcoin: 'manual' });
});
afterAll(() => devnet.close());

const asset = (): `${string}::stamp` => `${sender.address}.token::stamp`;
const get = async (path: string): Promise<Body> => (await (await fetch(`${baseUrl}${path}`)).json()) as Body;

async function broadcast(transaction: Awaited<ReturnType<typeof makeContractCall>>): Promise<string> {
  return `0x${(await broadcastTransaction({ transaction, client: { baseUrl } })).txid.replace(/^0x/, '')}`;
}
const call = async (functionName: string, id: number): Promise<string> => {
  const { address: contractAddress, senderKey } = sender;
  const target = { contractAddress, contractName: 'token', functionName, functionArgs: [Cl.uint(id)] };
  return broadcast(await makeContractCall({ ...target, postConditionMode: 'allow', senderKey, network, client: { baseUrl } }));
};
const transfer = async (fee: bigint, nonce: bigint): Promise<string> => {
  const { privateKey: senderKey } = account(devnet, 'wallet_3');
  const recipient = sender.address;
  return broadcast(await makeSTXTokenTransfer({ recipient, amount: 5n, fee, nonce, senderKey, network, client: { baseUrl } }));
};

/** Subscribes to every topic with the JSON-RPC client. */
async function listenByWebSocket(): Promise<{ heard: Heard; follow(txid: string): Promise<unknown>; client: StacksApiWebSocketClient }> {
  const client = await connectWebSocketClient(baseUrl);
  const heard: Heard = [];
  const on = (topic: string) => (body: object) => heard.push({ topic, body: body as Body });
  await client.subscribeBlocks(on('block'));
  await client.subscribeMicroblocks(on('microblock'));
  await client.subscribeMempool(on('mempool'));
  await client.subscribeAddressTransactions(sender.address, on('address-transaction'));
  await client.subscribeAddressBalanceUpdates(sender.address, on('address-stx-balance'));
  await client.subscribeNftEventUpdates(on('nft-event'));
  await client.subscribeNftAssetEventUpdates(asset(), FIRST, on('nft-asset-event'));
  await client.subscribeNftCollectionEventUpdates(asset(), on('nft-collection-event'));
  return { heard, client, follow: (txid) => client.subscribeTxUpdates(txid, on('transaction')) };
}

/** Subscribes to every topic with the Socket.IO client. Its messages about an address or a token have this as arguments before the body. */
async function listenBySocket(): Promise<{ heard: Heard; follow(txid: string): Promise<unknown>; client: StacksApiSocketClient }> {
  const client = StacksApiSocketClient.connect({ url: baseUrl });
  const heard: Heard = [];
  const on =
    (topic: string, ...subject: string[]) =>
    (...message: unknown[]) => {
      expect(message.slice(0, -1)).toEqual(subject);
      heard.push({ topic, body: message.at(-1) as Body });
    };
  client.subscribeBlocks(on('block'));
  client.subscribeMicroblocks(on('microblock'));
  client.subscribeMempool(on('mempool'));
  client.subscribeAddressTransactions(sender.address, on('address-transaction', sender.address));
  client.subscribeAddressStxBalance(sender.address, on('address-stx-balance', sender.address));
  client.subscribeNftEvent(on('nft-event'));
  client.subscribeNftAssetEvent(asset(), FIRST, on('nft-asset-event', asset(), FIRST));
  client.subscribeNftCollectionEvent(asset(), on('nft-collection-event', asset()));
  const settled = (): Promise<void> => new Promise((resolve) => client.socket.emit('subscribe', 'block', () => resolve()));
  await settled();
  const follow = async (txid: string) => {
    client.subscribeTransaction(txid, on('transaction'));
    await settled();
  };
  return { heard, client, follow };
}

const topicsOf = (heard: Heard): string[] => heard.map(({ topic }) => topic);
const bodyOf = (heard: Heard, topic: string): Body | undefined => heard.findLast((one) => one.topic === topic)?.body;
const BLOCK_TOPICS = [
  'block',
  'mempool',
  'transaction',
  'address-transaction',
  'address-stx-balance',
  'nft-event',
  'nft-asset-event',
  'nft-collection-event',
];

test('default: both clients hear each topic once, in the order and with the bodies of the API', async () => {
  const web = await listenByWebSocket();
  const io = await listenBySocket();
  const txid = await call('mint', 1);
  for (const { heard } of [web, io]) await expect.poll(() => topicsOf(heard)).toEqual(['mempool']);
  const pending = await get(`/extended/v1/tx/${txid}`);
  for (const { heard } of [web, io]) expect(heard[0]?.body).toEqual(pending);
  expect(pending).toMatchObject({ tx_status: 'pending', replaced_by_tx_id: null });
  await web.follow(txid);
  await io.follow(txid);

  await devnet.stacks.mine();
  const { height } = (await devnet.status()).stacks;
  const tx = { ...(await get(`/extended/v1/tx/${txid}`)), events: [] };
  const [{ stx_sent, stx_received, stx_transfers } = {}] = (
    (await get(`/extended/v1/address/${sender.address}/transactions_with_transfers?limit=1`)) as { results: Body[] }
  ).results;
  const transaction = { tx, stx_sent, stx_received, stx_transfers };
  const all = await get(`/extended/v1/address/${sender.address}/stx`);
  const balance = Object.fromEntries(Object.entries(all).filter(([name]) => !/^(?:estimated|pending)_/.test(name)));
  const minted = {
    asset_identifier: asset(),
    asset_event_type: 'mint',
    value: { hex: FIRST, repr: 'u1' },
    ...{ tx_id: txid, tx_index: expect.any(Number), block_height: height, event_index: 0 },
    ...{ sender: null, recipient: sender.address },
  };
  for (const { heard } of [web, io]) {
    await expect.poll(() => topicsOf(heard)).toEqual(['mempool', ...BLOCK_TOPICS]);
    // The API shows what a block took out of the mempool once more, as it was there.
    expect(bodyOf(heard, 'mempool')).toEqual(pending);
    expect(bodyOf(heard, 'block')).toEqual(await get(`/extended/v1/block/by_height/${height}`));
    expect(bodyOf(heard, 'transaction')).toEqual(tx);
    for (const topic of ['nft-event', 'nft-asset-event', 'nft-collection-event']) expect(bodyOf(heard, topic)).toEqual(minted);
  }
  expect(bodyOf(io.heard, 'address-transaction')).toEqual(transaction);
  expect(bodyOf(io.heard, 'address-stx-balance')).toEqual(balance);
  const { address } = sender;
  const head = { address, tx_id: txid, tx_status: 'success', tx_type: 'contract_call' };
  expect(bodyOf(web.heard, 'address-transaction')).toEqual({ ...head, ...transaction });
  expect(bodyOf(web.heard, 'address-stx-balance')).toEqual({ address, ...balance });

  await call('burn', 1);
  await devnet.stacks.mine();
  for (const { heard } of [web, io])
    await expect.poll(() => bodyOf(heard, 'nft-asset-event')).toMatchObject({ asset_event_type: 'burn', sender: address, recipient: null });
  web.client.webSocket.close();
  io.client.socket.close();
});

test('behavior: a client that lost its connection hears of each later block once, with the subscriptions that it had', async () => {
  const { client, heard } = await listenBySocket();
  const connected = (): Promise<void> => new Promise((resolve) => client.socket.once('connect', () => resolve()));
  const again = connected();
  client.socket.io.engine.close();
  await again;
  const { height } = (await devnet.status()).stacks;
  await devnet.stacks.mine();
  const txid = await call('mint', 100);
  await devnet.stacks.mine();
  await expect.poll(() => bodyOf(heard, 'nft-collection-event')).toMatchObject({ tx_id: txid });
  expect(heard.filter(({ topic }) => topic === 'block').map(({ body }) => body['height'])).toEqual([height + 1, height + 2]);
  expect(heard.filter(({ topic }) => topic === 'nft-event')).toHaveLength(1);
  client.socket.close();
});

test('behavior: a replaced transaction is reported with the one that replaced it', async () => {
  const web = await listenByWebSocket();
  const io = await listenBySocket();
  const first = await transfer(300n, 0n);
  await web.follow(first);
  await io.follow(first);
  const second = await transfer(900n, 0n);
  for (const { heard } of [web, io]) {
    await expect
      .poll(() =>
        heard
          .filter(({ topic }) => topic === 'mempool')
          .map(({ body }) => `${body['tx_id']} ${body['tx_status']}`)
          .toSorted(),
      )
      .toEqual([`${first} dropped_replace_by_fee`, `${first} pending`, `${second} pending`].toSorted());
    expect(bodyOf(heard, 'transaction')).toEqual(await get(`/extended/v1/tx/${first}`));
    expect(bodyOf(heard, 'transaction')).toMatchObject({ tx_status: 'dropped_replace_by_fee', replaced_by_tx_id: second });
  }
  await devnet.stacks.mine();
  web.client.webSocket.close();
  io.client.socket.close();
});

test('behavior: through a reorganisation and a restore every block and what it did is reported exactly once', async () => {
  const web = await listenByWebSocket();
  const io = await listenBySocket();
  const mined: { hash: string; txids: string[] }[] = [];
  const end = devnet.subscribe((event) => {
    if (event.type !== 'stacks.block') return;
    mined.push({ hash: event.blockHash, txids: event.receipts.map(({ txid }) => txid).reverse() });
  });
  const clean = await devnet.snapshot();
  const { bitcoin } = await devnet.mine({ bitcoin: 1 });
  for (let id = 10; id < 15; id++) {
    await call('mint', id);
    await devnet.stacks.mine();
  }
  const rpc = await devnet.bitcoin.client();
  await rpc.command('invalidateblock', bitcoin.hashes[0] ?? '');
  await devnet.mine({ bitcoin: 2 });
  await call('mint', 20);
  await devnet.stacks.mine();
  await devnet.restore(clean);
  const last = [await call('mint', 30), await call('mint', 31)];
  await devnet.mine({ bitcoin: 1 });
  await devnet.stacks.mine();
  end();

  const blocks = (heard: Heard) =>
    heard.filter(({ topic }) => topic === 'block').map(({ body }) => ({ hash: body['hash'], txids: body['txs'] }));
  const minting = (heard: Heard, topic: string) =>
    heard.filter((one) => one.topic === topic).map(({ body }) => `${body['block_height']} ${(body['value'] as Body)['repr']}`);
  const transactions = (heard: Heard) =>
    heard.filter(({ topic }) => topic === 'address-transaction').map(({ body }) => (body['tx'] as Body)['tx_id']);
  const own = await Promise.all(
    mined
      .flatMap(({ txids }) => txids)
      .map(async (txid) => ((await get(`/extended/v1/tx/${txid}`))['sender_address'] === sender.address ? txid : '')),
  );
  for (const { heard } of [web, io]) {
    await expect.poll(() => blocks(heard)).toEqual(mined);
    await expect
      .poll(() =>
        minting(heard, 'nft-collection-event')
          .slice(-2)
          .map((text) => text.split(' ')[1]),
      )
      .toEqual(['u30', 'u31']);
    expect(transactions(heard)).toEqual(own.filter((txid) => txid !== ''));
    expect(transactions(heard).slice(-2)).toEqual([...last].reverse());
    const events = minting(heard, 'nft-collection-event');
    expect(new Set(events).size).toBe(events.length);
    expect(minting(heard, 'nft-event')).toEqual(events);
    expect(events).toHaveLength(transactions(heard).length);
  }
  expect(web.heard.map(({ topic }) => topic)).toEqual(io.heard.map(({ topic }) => topic));
  web.client.webSocket.close();
  io.client.socket.close();
});
