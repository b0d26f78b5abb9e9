import { getAddressFromPrivateKey, makeContractCall, sponsorTransaction } from '@stacks/transactions';
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

test('behavior: the transactions of one block with their transfers are not paged', async () => {
  const { address } = devnet.accounts.wallet_5.stx;
  for (let sent = 0; sent < 3; sent++) await devnet.faucet.stx(address, { amount: 1_000n, wait: false });
  await devnet.mine({ stacks: 1 });
  const { height } = (await get('/extended/v2/blocks/latest')).body;
  const url = `/extended/v1/address/${address}/transactions_with_transfers`;
  const all = (await get(`${url}?height=${height}`)).body['results'] as object[];
  expect(all.length).toBeGreaterThan(1);
  expect((await get(`${url}?height=${height}&limit=1&offset=9`)).body).toMatchObject({
    limit: 1,
    offset: 9,
    total: all.length,
    results: all,
  });
  expect((await get(`${url}?limit=1&offset=9`)).body).toMatchObject({ total: 0, results: [] });
});

test('behavior: hashes of v1 begin with 0x', async () => {
  const hash = 'ab'.repeat(32);
  for (const url of [`/extended/v1/tx/block/${hash}`, `/extended/v1/tx/multiple?tx_id=${hash}`]) {
    expect(await get(url), url).toMatchObject({ status: 400, body: { message: 'Hex string is missing the "0x" prefix' } });
  }
});

test('behavior: a hash that is none is refused, and so are parameters that nobody reads', async () => {
  expect(await get('/extended/v1/block/0xzz')).toMatchObject({ status: 400, body: { message: 'Invalid hash characters' } });
  const [row] = (await get('/extended/v3/transactions?limit=1')).body['results'] as { tx_id: string }[];
  const url = `/extended/v1/tx/${row?.tx_id}/raw`;
  expect((await get(`${url}?event_limit=1`)).status).toBe(200);
  expect(await get(`${url}?event_limit=x`)).toMatchObject({ status: 400, body: { message: 'querystring/event_limit must be integer' } });
  expect(await get(`${url}?event_limit=101`)).toMatchObject({ status: 400, body: { message: 'querystring/event_limit must be <= 100' } });
});

test('behavior: the value of a token is hex, with 0x or without', async () => {
  const url = `/extended/v1/tokens/nft/history?asset_identifier=${BOOT}.a::b&value=`;
  for (const value of ['', '0x', '01', '0x01', '0xAB'])
    expect(await get(url + value), value).toMatchObject({ status: 200, body: { total: 0 } });
  expect(await get(`${url}zz`)).toMatchObject({
    status: 400,
    body: { message: 'Error: String value for bytea column does not have 0x prefix' },
  });
  expect(await get(`${url}0x1`)).toMatchObject({ status: 400, body: { message: 'Error: Hex string is an odd number of digits' } });
});

test('behavior: the block to come has no delegations', async () => {
  const url = `/extended/v1/pox4/${devnet.accounts.wallet_1.stx.address}/delegations`;
  const { height } = (await get('/extended/v2/blocks/latest')).body;
  expect(await get(`${url}?unanchored=true`)).toMatchObject({
    status: 404,
    body: { message: `no block at height: ${Number(height) + 1}` },
  });
  expect((await get(`${url}?unanchored=true&height=${height}`)).status).toBe(200);
  expect((await get(url)).status).toBe(200);
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

test('behavior: the transactions of genesis are in one list of a principal, and have the time of block 0', async () => {
  expect((await get(`/extended/v1/address/${BOOT}/transactions`)).body).toMatchObject({ total: 0, results: [] });
  const url = `/extended/v1/address/${devnet.accounts.wallet_6.stx.address}/transactions`;
  expect((await get(url)).body).toMatchObject({ total: 0 });
  const { results: given } = (await get(`${url}_with_transfers`)).body as { results: { tx: { block_height: number } }[] };
  expect(new Set(given.map(({ tx }) => tx.block_height))).toEqual(new Set([1]));
  expect(await get(`/extended/v1/address/${BOOT}.pox-4/transactions_with_transfers`)).toMatchObject({ body: { total: 1 } });
  const { tx_id: deploy } = (await get(`/extended/v1/contract/${BOOT}.pox-4`)).body;
  expect((await get(`/extended/v1/address/${BOOT}.pox-4/${deploy}/with_transfers`)).status).toBe(200);
  expect((await get(`/extended/v1/address/${BOOT}.pox-3/${deploy}/with_transfers`)).status).toBe(404);
  const { results } = (await get('/extended/v1/tx/block_height/1?limit=1')).body as { results: { block_time: number }[] };
  const genesis = (await get('/extended/v1/block/by_height/0')).body;
  expect(results[0]?.block_time).toBe(genesis['block_time']);
});

test('behavior: an empty parameter names no block, but asks for what was then', async () => {
  const url = `/extended/v1/address/${devnet.accounts.wallet_3.stx.address}`;
  for (const end of ['/stx', '/balances']) {
    const { body } = await get(`${url}${end}?until_block=`);
    expect(body['stx'] ?? body, end).toMatchObject({ balance: '100000000000000' });
    expect(body['stx'] ?? body, end).not.toHaveProperty('estimated_balance');
  }
  expect(await get(`${url}/nonces?block_height=999999&block_hash=`)).toMatchObject({
    status: 404,
    body: { message: 'No block found for {"height":999999}' },
  });
  expect(await get(`${url}/nonces?block_height=1&block_hash=0x00`)).toMatchObject({ status: 400 });
  expect(await get(`${url}/nonces?block_hash=`)).toMatchObject({ status: 200 });
});

test('behavior: STX are one of the tokens in v2, and who paid a fee of 0 is one of their holders', async () => {
  const url = `/extended/v2/addresses/${devnet.accounts.wallet_3.stx.address}/balances/ft`;
  expect(await get(`${url}/stx`)).toEqual({ status: 200, body: { balance: '100000000000000' } });
  expect(await get(`${url}/STX`)).toEqual({ status: 200, body: { balance: '0' } });
  const { results } = (await get('/extended/v1/tokens/ft/stx/holders')).body as { results: object[] };
  expect(results).toContainEqual({ address: BOOT, balance: '0' });
});

test('behavior: who signs a transaction that another one pays is no holder of STX', async () => {
  const senderKey = `${'5a'.repeat(32)}01`;
  const options = { recipient: BOOT, amount: 1n, senderKey, nonce: 0n, fee: 0n, network: 'testnet', sponsored: true } as const;
  const call = await makeContractCall({
    ...options,
    contractAddress: BOOT,
    contractName: 'pox-4',
    functionName: 'revoke-delegate-stx',
    functionArgs: [],
    validateWithAbi: false,
  });
  const sponsor = devnet.accounts.wallet_4;
  const transaction = await sponsorTransaction({
    transaction: call,
    sponsorPrivateKey: sponsor.privateKey,
    fee: 1_000n,
    sponsorNonce: 0n,
    network: 'testnet',
  });
  const body = transaction.serializeBytes();
  const headers = { 'content-type': 'application/octet-stream' };
  expect((await fetch(`${devnet.urls.stacks}/v2/transactions`, { method: 'POST', headers, body })).status).toBe(200);
  await devnet.mine({ stacks: 1 });
  const { results } = (await get('/extended/v1/tokens/ft/stx/holders?limit=200')).body as { results: { address: string }[] };
  const holders = results.map(({ address }) => address);
  expect(holders).toContain(sponsor.stx.address);
  expect(holders).not.toContain(getAddressFromPrivateKey(senderKey, 'testnet'));
});

test('behavior: a Bitcoin block that left the chain is known, and has no blocks of the chain', async () => {
  expect(await get('/extended/v2/burn-blocks/0/blocks')).toMatchObject({ status: 200, body: { total: 0, results: [] } });
  await devnet.mine({ bitcoin: 2 });
  const { burn_block_hash: hash, burn_block_height: height } = (await get('/extended/v2/blocks/latest')).body;
  await devnet.chaos.reorg({ blocks: 1 });
  expect((await get('/extended/v2/blocks/latest')).body['burn_block_hash']).not.toBe(hash);
  expect(await get(`/extended/v2/burn-blocks/${hash}/blocks`)).toMatchObject({ status: 200, body: { total: 0, results: [] } });
  expect((await get(`/extended/v2/burn-blocks/${hash}`)).status).toBe(404);
  const left = { burn_block_hash: hash, burn_block_height: height, canonical: false };
  expect(await get(`/extended/v1/block/by_burn_block_hash/${hash}`)).toMatchObject({ status: 200, body: left });
  expect((await get(`/extended/v2/burn-blocks/0x${'ab'.repeat(32)}/blocks`)).status).toBe(404);
});

test('behavior: a value of a token that is no hex is refused', async () => {
  const url = `/extended/v1/tokens/nft/history?asset_identifier=${BOOT}.none::none`;
  const refusal = (message: string) => ({ status: 400, body: { message: `Error: ${message}` } });
  expect(await get(`${url}&value=zz`)).toMatchObject(refusal('String value for bytea column does not have 0x prefix'));
  expect(await get(`${url}&value=0x1`)).toMatchObject(refusal('Hex string is an odd number of digits'));
  expect(await get(`${url}&value=01`)).toMatchObject({ status: 200, body: { total: 0 } });
});

test('behavior: delegations with unanchored ask for the block after the tip, which is not there', async () => {
  const url = `/extended/v1/pox4/${BOOT}/delegations`;
  const { height } = (await get('/extended/v2/blocks/latest')).body as { height: number };
  expect(await get(`${url}?unanchored=true`)).toMatchObject({ status: 404, body: { message: `no block at height: ${height + 1}` } });
  expect(await get(`${url}?unanchored=true&height=${height}`)).toMatchObject({ status: 200, body: { total: 0 } });
});
