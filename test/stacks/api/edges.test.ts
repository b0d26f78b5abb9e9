import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Answers that random requests found to differ from those of the Stacks API 9.0.2.

const BOOT = 'ST000000000000000000002AMW42H';
let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ mining: { bitcoin: 'manual', stacks: 'manual' } });
});
afterAll(() => devnet.close());

async function get(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${devnet.urls.gateway}${path}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('behavior: v1 knows a block by its block hash, not by its index block hash', async () => {
  const tip = (await get('/extended')).body['chain_tip'] as Record<string, string>;
  const { address } = devnet.accounts.wallet_1.stx;
  const url = `/extended/v1/address/${address}`;
  expect((await get(`${url}/stx?until_block=${tip['block_hash']}`)).status).toBe(200);
  expect((await get(`${url}/stx?until_block=${tip['index_block_hash']}`)).status).toBe(404);
  expect((await get(`${url}/nonces?block_hash=${tip['index_block_hash']}`)).status).toBe(404);
  expect((await get(`${url}/nonces?block_hash=${tip['block_hash']?.slice(2)}`)).status).toBe(400);
  expect((await get(`${url}/assets?height=1&until_block=2`)).status).toBe(200);
  expect((await get(`${url}/transactions?height=1&until_block=${tip['index_block_hash']}`)).status).toBe(400);
});

test('behavior: a balance of an earlier block has what genesis gave', async () => {
  const { address } = devnet.accounts.wallet_2.stx;
  const tip = (await get('/extended')).body['chain_tip'] as Record<string, string>;
  await devnet.faucet.stx(address, { amount: 5_000_000n, wait: false });
  await devnet.mine({ stacks: 1 });
  const [then, before, now] = await Promise.all(
    [`/stx?until_block=${tip['block_hash']}`, '/stx?until_block=1', '/stx'].map((end) => get(`/extended/v1/address/${address}${end}`)),
  );
  expect(then?.body['balance']).toBe('100000000000000');
  expect(before?.body['balance']).toBe('100000000000000');
  expect(now?.body['balance']).toBe('100000005000000');
});

test('behavior: hashes of v1 begin with 0x', async () => {
  const hash = 'ab'.repeat(32);
  for (const url of [`/extended/v1/tx/block/${hash}`, `/extended/v1/tx/multiple?tx_id=${hash}`]) {
    expect(await get(url), url).toMatchObject({ status: 400, body: { message: `Hex string is missing the "0x" prefix: "${hash}"` } });
  }
});

test('behavior: refused requests about names say less', async () => {
  expect(await get('/v1/names?page=-1')).toEqual({ status: 400, body: { error: 'Bad Request' } });
  expect(await get('/v1/names/a.btc?unanchored=x')).toEqual({ status: 400, body: {} });
  expect(await get('/v1/namespaces/btc/names?page=x')).toEqual({ status: 400, body: {} });
});

test('behavior: an empty page of the blocks of a Bitcoin block has no total', async () => {
  const url = '/extended/v2/burn-blocks';
  expect((await get(`${url}/latest/blocks?offset=1000`)).body).toMatchObject({ total: 0, results: [] });
  expect((await get(`${url}?limit=0`)).body).toMatchObject({ total: 0, results: [] });
});

test('behavior: an unknown block has no signatures, and a malformed token no balance', async () => {
  expect(await get('/extended/v2/blocks/999999/signer-signatures')).toMatchObject({ status: 200, body: { total: 0, results: [] } });
  expect((await get(`/extended/v3/principals/${BOOT}/balances/ft/x`)).status).toBe(400);
});

test('behavior: the transactions of genesis are in no list of a principal, and have the time of block 0', async () => {
  expect((await get(`/extended/v1/address/${BOOT}/transactions`)).body).toMatchObject({ total: 0, results: [] });
  const { results } = (await get('/extended/v1/tx/block_height/1?limit=1')).body as { results: { block_time: number }[] };
  const genesis = (await get('/extended/v1/block/by_height/0')).body;
  expect(results[0]?.block_time).toBe(genesis['block_time']);
});
