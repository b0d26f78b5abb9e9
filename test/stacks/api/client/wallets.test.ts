import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sample } from './paths.js';
import { GAP_NONCE, makeSample } from './sample.js';

let devnet: Devnet;
let sample: Sample;
beforeAll(async () => {
  devnet = await startDevnet();
  sample = await makeSample(devnet);
});
afterAll(() => devnet.close());

/** What programs ask, with their own parameters. */
const PROGRAMS: Record<string, (sample: Sample) => string[]> = {
  Leather: ({ address, txid }) => [
    `/extended/v2/addresses/${address}/balances/stx?include_mempool=true`,
    `/extended/v2/addresses/${address}/balances/ft?limit=100`,
    `/extended/v2/addresses/${address}/transactions?limit=50`,
    `/extended/v1/address/${address}/nonces`,
    `/extended/v1/address/${address}/transactions_with_transfers?limit=50`,
    `/extended/v1/address/${address}/balances`,
    `/extended/v1/address/${address}/assets?limit=50`,
    `/extended/v1/tx/mempool?address=${address}&limit=50`,
    `/extended/v1/tx/${txid}`,
    `/extended/v1/tx/${txid}/raw`,
    `/extended/v1/tokens/nft/holdings?principal=${address}&limit=50&unanchored=true`,
    '/extended/v1/info/network_block_times',
  ],
  Xverse: ({ address, txid, contract }) => [
    `/extended/v1/address/${address}/balances`,
    `/extended/v1/address/${address}/transactions?limit=30&offset=0`,
    `/extended/v1/address/${address}/transactions_with_transfers?limit=50&offset=0`,
    `/extended/v1/tx/mempool?address=${address}`,
    `/extended/v1/address/${address}/nonces`,
    `/extended/v1/tx/${txid}`,
    `/extended/v1/tx/${txid}/raw`,
    `/extended/v1/tokens/nft/holdings?principal=${address}&tx_metadata=false&limit=200&offset=0`,
    `/extended/v1/tokens/nft/history?asset_identifier=${contract}::stamp&value=0x0100000000000000000000000000000001&limit=1`,
    '/extended/v2/mempool/fees',
    `/extended/v2/addresses/${address}/transactions/${txid}/events?limit=50&offset=0`,
  ],
  'Stacks Explorer': ({ address, txid, contract, coin, block, burn }) => [
    '/extended/v2/burn-blocks?limit=20&offset=0',
    `/extended/v2/burn-blocks/${burn.height}/blocks?limit=20&offset=0`,
    '/extended/v2/blocks?limit=30&offset=0',
    `/extended/v2/blocks/${block.hash}/transactions?limit=20&offset=0`,
    `/extended/v2/addresses/${address}/transactions?limit=20&offset=0`,
    '/extended/v2/pox/cycles',
    '/extended/v1/tx?limit=30&offset=0&unanchored=true',
    `/extended/v1/tx/events?tx_id=${txid}&limit=50&offset=0`,
    '/extended/v1/tx/mempool?limit=30&offset=0&order_by=fee&order=desc',
    '/extended/v1/tx/mempool/stats',
    `/extended/v1/block/${block.hash}`,
    `/extended/v1/contract/${contract}`,
    `/extended/v1/contract/${contract}/events?limit=50`,
    `/extended/v1/search/${block.hash}?include_metadata=true`,
    `/extended/v1/search/${contract}?include_metadata=true`,
    `/extended/v1/tokens/ft/${coin}/holders?limit=20`,
    '/extended/v1/stx_supply?unanchored=false',
  ],
  '@stacks/wallet-sdk': ({ address }) => [`/v1/addresses/stacks/${address}`],
};

const get = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${devnet.urls.gateway}${path}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test.for(Object.entries(PROGRAMS))('default: the requests of %s succeed', async ([, requestsOf]) => {
  for (const path of requestsOf(sample)) expect(`${path} ${(await get(path)).status}`).toBe(`${path} 200`);
});

test('behavior: the versions of the API agree with each other and with the node', async () => {
  const { address, coin } = sample;
  const body = async (path: string): Promise<Record<string, unknown>> => (await get(path)).body;
  const node = await body(`/v2/accounts/${address}?proof=0`);
  const balance = `${BigInt(String(node['balance']))}`;
  expect(await body(`/extended/v1/address/${address}/stx`)).toMatchObject({ balance });
  expect(await body(`/extended/v1/address/${address}/balances`)).toMatchObject({
    stx: { balance },
    fungible_tokens: { [coin]: { balance: '537' } },
    non_fungible_tokens: { [coin.replace('coin', 'stamp')]: { count: '2' } },
  });
  expect(await body(`/extended/v2/addresses/${address}/balances/stx`)).toMatchObject({ balance });
  expect(await body(`/extended/v3/principals/${address}/balances/stx`)).toMatchObject({ balance });
  expect(await body(`/extended/v2/addresses/${address}/balances/ft/${coin}`)).toEqual({ balance: '537' });
  expect(await body(`/extended/v3/principals/${address}/balances/ft/${coin}`)).toMatchObject({ balance: '537' });
  expect(await body(`/extended/v1/tokens/nft/holdings?principal=${address}`)).toMatchObject({ total: 2 });
  expect(await body(`/extended/v1/tokens/ft/${coin}/holders`)).toMatchObject({ results: [{ address, balance: '537' }] });

  const [first, second, third] = await Promise.all(
    [`v1/address/${address}/transactions`, `v2/addresses/${address}/transactions`, `v3/principals/${address}/transactions`].map(
      async (path) => (await body(`/extended/${path}`))['results'] as Record<string, unknown>[],
    ),
  );
  const ids = first?.map((tx) => tx['tx_id']);
  expect(ids?.length).toBeGreaterThanOrEqual(6);
  expect(second?.map(({ tx }) => (tx as Record<string, unknown>)['tx_id'])).toEqual(ids);
  expect(third?.map(({ transaction }) => (transaction as Record<string, unknown>)['tx_id'])).toEqual(ids);

  // One more waits behind a nonce gap.
  const next = Number(node['nonce']);
  expect(await body(`/extended/v1/address/${address}/nonces`)).toMatchObject({
    last_executed_tx_nonce: next - 1,
    last_mempool_tx_nonce: Number(GAP_NONCE),
    detected_missing_nonces: Array.from({ length: Number(GAP_NONCE) - next }, (_, i) => Number(GAP_NONCE) - 1 - i),
  });
  expect(await body(`/extended/v3/principals/${address}/nonces`)).toMatchObject({
    last_confirmed_nonce: next - 1,
    mempool: { last_nonce: Number(GAP_NONCE) },
  });
});
