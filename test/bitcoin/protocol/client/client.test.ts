import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';

const ADDRESS = 'bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxp';
const SCRIPT = '00146d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce';

const node = createBitcoinNode();
let rpcUrl = '';
beforeAll(async () => {
  rpcUrl = (await node.listen({ host: '127.0.0.1', port: 0, user: 'user', password: 'secret' })).url;
});
afterAll(() => node.close());
const connect = () => createBitcoinClient({ rpcUrl, rpcUser: 'user', rpcPassword: 'secret' });

test('default: the calls of faucets and waiters, typed, amounts in sats', async () => {
  const rpc = connect();
  const hashes = await rpc.generate(2, ADDRESS);
  expect(await rpc.blockchain()).toEqual({ chain: 'regtest', height: 2, hash: hashes[1] });
  expect(await rpc.header(hashes[0] ?? '')).toMatchObject({ height: 1, confirmations: 2 });
  const { height, utxos } = await rpc.unspent([SCRIPT]);
  expect(height).toBe(2);
  expect(utxos).toHaveLength(2);
  expect(utxos).toContainEqual({
    txid: expect.stringMatching(/^[0-9a-f]{64}$/),
    vout: 0,
    amount: 5_000_000_000n,
    height: 1,
    coinbase: true,
    script: SCRIPT,
  });
  const coin = utxos.find((each) => each.height === 1);
  expect(await rpc.transaction(coin?.txid ?? '')).toMatchObject({
    txid: coin?.txid,
    block: { hash: expect.any(String), confirmations: 2 },
  });
  expect(await rpc.mempool()).toEqual([]);
});

test('behavior: blocks leave the chain and come back', async () => {
  const rpc = connect();
  const [hash = ''] = await rpc.generate(1, ADDRESS);
  const { height } = await rpc.blockchain();
  await rpc.invalidateBlock(hash);
  expect((await rpc.blockchain()).height).toBe(height - 1);
  await rpc.reconsiderBlock(hash);
  expect((await rpc.blockchain()).hash).toBe(hash);
});

test('behavior: an unknown transaction is no error', async () => {
  expect(await connect().transaction('0'.repeat(64))).toBeUndefined();
});

test('behavior: bitcoind runs one scan at a time, of all clients', async () => {
  let running = 0;
  let refused = 0;
  let scans = 0;
  const server = createServer(async (request, response) => {
    const answer = (body: object, status = 200) => response.writeHead(status).end(JSON.stringify({ id: 0, ...body }));
    request.resume();
    if (running > 0) {
      refused++;
      const message = 'Scan already in progress, use action "abort" or "status"';
      return answer({ result: null, error: { code: -8, message } }, 500);
    }
    running++;
    await new Promise((resolve) => setTimeout(resolve, 50));
    running--;
    scans++;
    return answer({ result: { height: 7, unspents: [] }, error: null });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = () => createBitcoinClient({ rpcUrl: url, rpcUser: 'user', rpcPassword: 'secret' });
  try {
    const own = client();
    await Promise.all([own.unspent([SCRIPT]), own.unspent([SCRIPT])]);
    expect([scans, refused]).toEqual([2, 0]);
    // That of another client.
    const found = await Promise.all([own.unspent([SCRIPT]), client().unspent([SCRIPT])]);
    expect(found).toEqual([
      { height: 7, utxos: [] },
      { height: 7, utxos: [] },
    ]);
    expect(refused).toBeGreaterThan(0);
  } finally {
    server.close();
  }
});

test("error: the node's code and words", async () => {
  await expect(connect().send('00')).rejects.toMatchObject({
    code: 'RPC',
    rpcCode: -22,
    reason: expect.stringContaining('TX decode failed'),
  });
});

test('error: wrong credentials', async () => {
  const rpc = createBitcoinClient({ rpcUrl, rpcUser: 'user', rpcPassword: 'wrong' });
  await expect(rpc.mempool()).rejects.toMatchObject({ code: 'RPC', rpcCode: 401 });
});

test('error: no server', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  const rpc = createBitcoinClient({ rpcUrl: `http://127.0.0.1:${port}`, rpcUser: 'user', rpcPassword: 'secret' });
  await expect(rpc.mempool()).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
    message: `no Bitcoin node answers at http://127.0.0.1:${port} (ECONNREFUSED)`,
  });
});

test('error: a node that does not answer in time', async () => {
  const server = createServer(() => undefined);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  try {
    const rpc = createBitcoinClient({ rpcUrl: `http://127.0.0.1:${port}`, rpcUser: 'user', rpcPassword: 'secret', timeoutMs: 20 });
    await expect(rpc.mempool()).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('did not answer getrawmempool within 20 ms'),
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
