import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { createBitcoinNode } from '#dist/start/bitcoin-node.js';
import { FULL_LENGTH } from '../../full-length.js';
import { TRUE_ADDRESS, TRUE_SCRIPT } from '../node/harness.js';
import { rawTx } from '../node/transactions.js';
import { createRandom } from '../protocol/script/random.js';

const node = createBitcoinNode();
let url = '';
let rpc: ReturnType<typeof createBitcoinClient>;
beforeAll(async () => {
  node.mine(130, TRUE_SCRIPT);
  ({ url } = await node.listen());
  rpc = createBitcoinClient({ rpcUrl: url, rpcUser: 'devnet', rpcPassword: 'devnet' });
});
afterAll(() => node.close());

async function ask(route: string, init?: RequestInit) {
  const response = await fetch(url + route, init);
  const text = await response.text();
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: type === 'application/json' ? JSON.parse(text) : text };
}

/** Pays from the coinbase of a block to the script that anybody may spend. @param fee in sats */
async function pay(height: number, fee: bigint): Promise<{ txid: string; hex: string }> {
  const [txid = ''] = await rpc.blockTxids(await rpc.blockHash(height));
  const hex = rawTx({ inputs: [{ txid }], outputs: [{ value: 5_000_000_000n - fee }] });
  return { hex, txid: await rpc.send(hex) };
}

describe('the port of the Bitcoin RPC', () => {
  test('default: the same routes at the root and below every base; pages on any origin may call', async () => {
    for (const base of ['', '/api', '/api/v1', '/api/proxy', '/v1']) {
      const response = await fetch(`${url}${base}/blocks/tip/height`);
      expect([base, response.status, await response.text(), response.headers.get('access-control-allow-origin')]).toEqual([
        base,
        200,
        '130',
        '*',
      ]);
    }
    const failed = await fetch(`${url}/tx/12`);
    expect([failed.status, failed.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    const preflight = await fetch(`${url}/tx`, { method: 'OPTIONS', headers: { 'access-control-request-headers': 'content-type' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, '*']);
  });

  test('behavior: other paths and methods answer as bitcoind does', async () => {
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(501);
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });

  test('behavior: an answer is never behind the RPC', async () => {
    for (let round = 0; round < 5; round++) {
      node.mine(1, TRUE_SCRIPT);
      expect((await ask('/blocks/tip/height')).body).toBe(`${node.tip().height}`);
    }
  });
});

describe('the mempool', () => {
  test('default: fees, the last transactions, and a replacement', async () => {
    const before = node.snapshot();
    const first = await pay(2, 1_000n);
    expect((await ask('/mempool')).body).toMatchObject({ count: 1 });
    await pay(3, 50_000n);
    const mempool = (await ask('/mempool')).body;
    expect(mempool).toMatchObject({ count: 2, total_fee: 51_000 });
    expect(mempool.fee_histogram).toHaveLength(1);
    expect((await ask('/mempool/txids')).body).toHaveLength(2);
    expect((await ask('/mempool/recent')).body[1]).toMatchObject({ txid: first.txid, fee: 1_000, value: 5_000_000_000 });
    expect((await ask('/v1/fees/mempool-blocks')).body).toMatchObject([{ nTx: 2, totalFees: 51_000 }]);

    const second = await pay(2, 20_000n);
    const { replacements, replaces } = (await ask(`/v1/tx/${second.txid}/rbf`)).body;
    expect(replaces).toEqual([first.txid]);
    expect(replacements).toMatchObject({
      tx: { txid: second.txid, fee: 20_000, rbf: true },
      replaces: [{ tx: { txid: first.txid }, replaces: [] }],
    });
    expect((await ask(`/v1/tx/${first.txid}/rbf`)).body.replacements.tx.txid).toBe(second.txid);
    expect((await ask(`/tx/${first.txid}`)).status).toBe(404);
    node.restore(before);
    expect((await ask('/mempool')).body).toEqual({ count: 0, vsize: 0, total_fee: 0, fee_histogram: [] });
  });

  test('default: what wallets ask about fees, prices and addresses', async () => {
    expect((await ask('/fee-estimates')).body).toMatchObject({ 1: 1, 144: 1, 1008: 1 });
    expect((await ask('/api/v1/fees/precise')).body).toMatchObject({ fastestFee: 1, minimumFee: 0.1 });
    expect((await ask('/api/v1/prices')).body).toMatchObject({ USD: -1 });
    expect((await ask(`/api/v1/validate-address/${TRUE_ADDRESS}`)).body).toMatchObject({ isvalid: true, address: TRUE_ADDRESS });
    expect(await ask('/api/v1/validate-address/a%20b')).toMatchObject({ status: 400, body: { error: 'Invalid address' } });
  });
});

describe('sending', () => {
  test('default: a transaction with any content type; GET /broadcast; a package; a test', async () => {
    const before = node.snapshot();
    const [coinbase = ''] = await rpc.blockTxids(await rpc.blockHash(5));
    const hex = rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 4_999_990_000n }] });
    const body = JSON.stringify([hex]);
    expect((await ask('/txs/test', { method: 'POST', body })).body).toMatchObject([{ allowed: true }]);
    const sent = await ask('/tx', { method: 'POST', body: hex, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(sent).toMatchObject({ status: 200, type: 'text/plain', body: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await ask(`/broadcast?tx=${hex}`)).body).toBe(sent.body);
    expect((await ask('/txs/package', { method: 'POST', body })).body).toMatchObject({ package_msg: 'success' });
    expect((await ask(`/txs/outspends?txids=${coinbase},${'ab'.repeat(32)}`)).body).toMatchObject([
      [{ spent: true, txid: sent.body }, { spent: false }],
      [],
    ]);
    node.restore(before);
  });

  test.each([
    ['bytes that are no transaction', '/tx', '00', /^sendrawtransaction RPC error: \{"code":-22,"message":"TX decode failed/],
    [
      'spent inputs',
      '/tx',
      rawTx({ inputs: [{ txid: 'ab'.repeat(32) }], outputs: [{ value: 1_000n }] }),
      /\{"code":-25,"message":"bad-txns-inputs-missingorspent"\}$/,
    ],
    ['a list with short items', '/txs/package', '["00"]', /^Invalid transaction size for item 0$/],
    ['too many', '/txs/package', JSON.stringify(Array.from({ length: 26 }, () => '00')), /^Exceeded maximum of 25 transactions$/],
    ['no list', '/txs/test', '{}', /^Invalid JSON/],
  ])('error: %s', async (_, route, body, message) => {
    expect(await ask(route, { method: 'POST', body })).toMatchObject({
      status: 400,
      type: 'text/plain',
      body: expect.stringMatching(message),
    });
  });

  test('error: a body of more than 1 MB', async () => {
    expect(await ask('/tx', { method: 'POST', body: '00'.repeat(600_000) })).toMatchObject({ status: 413, body: 'Request body too large' });
  });
});

test('behavior: any path gets an answer', async () => {
  const random = createRandom(FULL_LENGTH ? Date.now() % 1_000_000 : 1);
  const hash = node.tip().hash;
  const words = [
    'address',
    'scripthash',
    'tx',
    'txs',
    'block',
    'blocks',
    'block-height',
    'mempool',
    'fees',
    'v1',
    'api',
    'proxy',
    'utxo',
    'chain',
    'txids',
    'tip',
    'hash',
    'height',
    'raw',
    'status',
    'rbf',
    'outspend',
    'outspends',
    'merkle-proof',
  ];
  const values = [hash, TRUE_ADDRESS, '0', '-1', '99999999999', 'ab'.repeat(32), '%', '%00', '..', 'ä', '', ' ', 'x'.repeat(2_000)];
  const count = FULL_LENGTH ? 50_000 : 500;
  for (let done = 0; done < count; done++) {
    const parts = Array.from({ length: 1 + random.below(5) }, () => (random.below(3) === 0 ? random.pick(values) : random.pick(words)));
    const encoded = parts.map((part) => part.replace(/[ä ]/g, encodeURIComponent)).join('/');
    const route = `/${encoded}${random.below(4) === 0 ? '?max_txs=x&after_txid=%' : ''}`;
    const init = random.below(5) === 0 ? { method: 'POST', body: random.pick(['', '00', '[]', '["', hash]) } : {};
    const { status } = await ask(route, init);
    // 401: a POST to the root is a call of the RPC.
    expect([200, 400, 401, 404, 405, 413, 422], route).toContain(status);
  }
});
