import Client from 'bitcoin-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type RpcNode, startRpcNode, TRUE_ADDRESS, USER } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';

/** The client types only a few of its methods. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyClient = any;

let rpc: RpcNode;
let client: AnyClient;
beforeAll(async () => {
  rpc = await startRpcNode();
  client = new Client({ host: rpc.url, username: USER, password: PASSWORD });
});
afterAll(() => rpc[Symbol.asyncDispose]());

test('behavior: raw commands', async () => {
  const hashes = await client.command('generatetoaddress', 101, TRUE_ADDRESS);
  expect(hashes).toHaveLength(101);
  expect(await client.command('getblockcount')).toBe(101);
});

test('behavior: methods in camel case', async () => {
  const info = await client.getBlockchainInfo();
  expect(info).toMatchObject({ chain: 'regtest', blocks: 101, difficulty: '4.656542373906925e-10' });
  expect(await client.getNetworkInfo()).toMatchObject({ subversion: '/Satoshi:30.0.0/stacks-devnet:0.1.0(embedded)/' });
  const [coinbase] = (await client.getBlock(await client.getBlockHash(1))).tx;
  const raw = rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 1_000n }] });
  const txid = await client.sendRawTransaction(raw);
  expect(await client.getRawMempool()).toEqual([txid]);
  expect((await client.decodeRawTransaction(raw)).vout[0].value).toBe(49.99999);
  expect(await client.command('scantxoutset', 'start', [`addr(${TRUE_ADDRESS})`])).toMatchObject({
    success: true,
    txouts: 101,
    total_amount: 5050,
  });
});

test('behavior: batches, with the errors among the answers', async () => {
  const [count, error] = await client.command([{ method: 'getblockcount' }, { method: 'getblockhash', parameters: [1000] }]);
  expect(count).toBe(101);
  expect(error).toMatchObject({ code: -8, message: 'Block height out of range' });
});

test('error: codes and messages', async () => {
  await expect(client.getBlockHash(1000)).rejects.toMatchObject({ code: -8, message: 'Block height out of range' });
  await expect(client.command('getwalletnothing')).rejects.toMatchObject({ code: -32601, message: 'Method not found' });
  await expect(client.command('sendrawtransaction', '00')).rejects.toMatchObject({
    code: -22,
    message: 'TX decode failed. Make sure the tx has at least one input.',
  });
});

test('error: wrong credentials', async () => {
  const stranger: AnyClient = new Client({ host: rpc.url, username: USER, password: 'no' });
  await expect(stranger.getBlockCount()).rejects.toMatchObject({ code: 401 });
});

test('behavior: a wallet by name does not get in the way of other calls', async () => {
  const wallet: AnyClient = new Client({ host: rpc.url, username: USER, password: PASSWORD, wallet: 'main' });
  expect(await wallet.getBlockCount()).toBe(101);
});

test('behavior: named arguments, which the client offers with a version', async () => {
  const versioned: AnyClient = new Client({ host: rpc.url, username: USER, password: PASSWORD, version: '0.24.0' });
  expect(await versioned.getBlockHash({ height: 0 })).toMatch(/^0f9188f1/);
});
