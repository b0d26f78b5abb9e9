import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';
import { reorganise } from '../../sbtc/bridge/exchange.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true, mining: { bitcoin: 'manual' } });
  await devnet.bitcoin.mine(4);
});
afterAll(() => devnet.close());

async function ask(path: string, init?: RequestInit): Promise<{ status: number; type: string; body: unknown }> {
  const response = await fetch(`${devnet.urls.gateway}/api${path}`, init);
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const text = await response.text();
  return { status: response.status, type, body: type === 'application/json' ? JSON.parse(text) : text };
}
const json = async (path: string) => (await ask(path)).body as Record<string, unknown>;
const list = async (path: string) => (await ask(path)).body as Record<string, unknown>[];
const NONE = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 };
const of = (count: number, sum: number) => ({
  tx_count: count,
  funded_txo_count: count,
  funded_txo_sum: sum,
  spent_txo_count: 0,
  spent_txo_sum: 0,
});

test('default: an address and its outputs, from the mempool to a block, a reorganisation and a restore', async () => {
  const address = account(devnet, 'wallet_1').btc.addresses.p2tr;
  expect(await json(`/address/${address}`)).toEqual({ address, chain_stats: NONE, mempool_stats: NONE });
  const fresh = await devnet.snapshot();
  const { txId } = await devnet.faucet.btc(address, { amount: 70_000n, wait: false });
  expect(await json(`/address/${address}`)).toEqual({ address, chain_stats: NONE, mempool_stats: of(1, 70_000) });
  expect(await list(`/address/${address}/utxo`)).toEqual([{ txid: txId, vout: 0, status: { confirmed: false }, value: 70_000 }]);
  expect(await json(`/tx/${txId}/status`)).toEqual({ confirmed: false });

  const { bitcoin } = await devnet.bitcoin.mine();
  const [hash = ''] = bitcoin.hashes;
  const confirmed = { confirmed: true, block_height: bitcoin.height, block_hash: hash, block_time: expect.any(Number) };
  expect(await list(`/address/${address}/utxo`)).toEqual([{ txid: txId, vout: 0, status: confirmed, value: 70_000 }]);
  expect(await json(`/address/${address}`)).toEqual({ address, chain_stats: of(1, 70_000), mempool_stats: NONE });
  expect((await ask('/blocks/tip/height')).body).toBe(`${bitcoin.height}`);
  expect((await ask('/blocks/tip/hash')).body).toBe(hash);

  await reorganise(devnet, 1);
  const { block_hash: other } = (await json(`/tx/${txId}/status`)) as { block_hash: string };
  expect(other).not.toBe(hash);
  expect(await json(`/address/${address}`)).toMatchObject({ chain_stats: of(1, 70_000) });
  await devnet.restore(fresh);
  expect(await json(`/address/${address}`)).toEqual({ address, chain_stats: NONE, mempool_stats: NONE });
  expect((await ask(`/tx/${txId}`)).status).toBe(404);
});

test('default: a transaction with what it spends, its fee and its spender', async () => {
  const { btc } = account(devnet, 'wallet_2');
  const { txId } = await devnet.faucet.btc(btc.addresses['p2sh-p2wpkh'], { amount: 50_000n, wait: false });
  await devnet.bitcoin.mine();
  const tx = (await json(`/tx/${txId}`)) as {
    vin: { txid: string; vout: number; prevout: { value: number; scriptpubkey_type: string } }[];
    vout: { value: number }[];
    fee: number;
    size: number;
    weight: number;
  };
  const spent = tx.vin.reduce((sum, { prevout }) => sum + prevout.value, 0);
  expect(tx.fee).toBe(spent - tx.vout.reduce((sum, { value }) => sum + value, 0));
  expect(tx).toMatchObject({
    txid: txId,
    version: 2,
    locktime: 0,
    vin: [
      {
        is_coinbase: false,
        scriptsig: '',
        scriptsig_asm: '',
        witness: [expect.any(String), expect.any(String)],
        prevout: { scriptpubkey_type: 'v0_p2wpkh' },
      },
    ],
    vout: [
      {
        scriptpubkey_type: 'p2sh',
        scriptpubkey_asm: expect.stringMatching(/^OP_HASH160 OP_PUSHBYTES_20 [0-9a-f]{40} OP_EQUAL$/),
        scriptpubkey_address: btc.addresses['p2sh-p2wpkh'],
        value: 50_000,
      },
      { scriptpubkey_asm: expect.stringMatching(/^OP_0 OP_PUSHBYTES_20 [0-9a-f]{40}$/) },
    ],
    status: { confirmed: true },
  });
  const hex = (await ask(`/tx/${txId}/hex`)).body as string;
  expect([hex.length / 2, tx.weight < 4 * tx.size]).toEqual([tx.size, true]);
  expect(await json(`/tx/${txId}/outspend/0`)).toEqual({ spent: false });
  const [{ txid, vout } = { txid: '', vout: 0 }] = tx.vin;
  expect(await json(`/tx/${txid}/outspend/${vout}`)).toMatchObject({ spent: true, txid: txId, vin: 0, status: { confirmed: true } });

  const [coinbase = ''] = (await (await devnet.bitcoin.client()).command('getblock', (await ask('/blocks/tip/hash')).body)).tx as string[];
  expect(await json(`/tx/${coinbase}`)).toMatchObject({
    fee: 0,
    vin: [{ txid: '00'.repeat(32), vout: 4_294_967_295, prevout: null, is_coinbase: true }],
  });
});

test('default: fees, and a transaction is sent', async () => {
  expect(await json('/v1/fees/recommended')).toEqual({ fastestFee: 1, halfHourFee: 1, hourFee: 1, economyFee: 1, minimumFee: 1 });
  const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_3').btc.address, { amount: 9_000n, wait: false });
  const hex = (await ask(`/tx/${txId}/hex`)).body as string;
  expect(await ask('/tx', { method: 'POST', body: hex })).toEqual({ status: 200, type: 'text/plain', body: txId });
});

test.each([
  ['/address/nobody', 400, 'Invalid Bitcoin address'],
  ['/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 400, 'Address on invalid network'],
  ['/address/nobody/utxo', 400, 'Invalid Bitcoin address'],
  ['/tx/12', 400, 'Invalid hex string'],
  [`/tx/${'ab'.repeat(32)}`, 404, 'Transaction not found'],
  [`/tx/${'ab'.repeat(32)}/hex`, 404, 'Transaction not found'],
  [`/tx/${'ab'.repeat(32)}/outspend/x`, 400, 'Invalid number'],
  ['/nothing', 404, 'endpoint does not exist "/api/nothing"'],
  ['/proxy/nothing', 404, 'endpoint does not exist "/api/proxy/nothing"'],
])('error: %s is %i', async (path, status, message) => {
  expect(await ask(path)).toEqual({ status, type: 'text/plain', body: message });
});

test.each([
  ['no hex', 'zz', 'Invalid hex string'],
  ['no transaction', '00', /^sendrawtransaction RPC error: \{"code":-22,"message":"TX decode failed/],
])('error: POST /tx with %s', async (_name, body, message) => {
  const answer = await ask('/tx', { method: 'POST', body });
  expect(answer).toMatchObject({ status: 400, type: 'text/plain' });
  expect(answer.body).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

test('behavior: unknown transactions have no status and no spender; pages on any origin may ask', async () => {
  const hash = 'ab'.repeat(32);
  expect(await json(`/tx/${hash}/status`)).toEqual({ confirmed: false });
  expect(await json(`/tx/${hash}/outspend/0`)).toEqual({ spent: false });
  const { headers } = await fetch(`${devnet.urls.gateway}/api/proxy/blocks/tip/height`);
  expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual(['*', 'no-store']);
});
