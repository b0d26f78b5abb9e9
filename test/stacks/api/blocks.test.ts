import { beforeAll, describe, expect, test } from 'vitest';
import { type TestGateway, testGateway } from '../../gateway/support/gateway.js';
import { ADDRESS, blockEvent, deploy, GENESIS_PARENT, movement, receiptFor, transfer } from '../history/support/blocks.js';

type Body = Record<string, unknown> & { results: Record<string, unknown>[] };

const TIP = 40;

/**
 * The chain that `testGateway` begins with: genesis with a deploy and a mint, an empty block 1 as the embedded node has it, and transfers
 * in 2.
 */
async function chain() {
  const minted = await transfer(1);
  const mint = movement(minted.txid, 0, 'stx_mint_event', { recipient: ADDRESS, amount: '5000' });
  const genesis = [await deploy(0), minted];
  const receipts = [
    genesis.map((signed) => receiptFor(signed, signed === minted ? { events: [mint] } : {})),
    [],
    [receiptFor(await transfer(0))],
  ];
  const blocks = [blockEvent(0, GENESIS_PARENT, receipts[0] ?? [])];
  for (let height = 1; height <= TIP; height++) blocks.push(blockEvent(height, blocks[height - 1]?.hash ?? '', receipts[height] ?? []));
  return { blocks, genesis };
}

let gateway: TestGateway;
let blocks: Awaited<ReturnType<typeof chain>>['blocks'];
let genesis: Awaited<ReturnType<typeof chain>>['genesis'];

const ask = (path: string) => gateway.app.inject(`/extended${path}`);
const get = async (path: string): Promise<Body> => (await ask(path)).json();
const heights = ({ results }: Body) => results.map(({ height }) => height);

beforeAll(async () => {
  ({ blocks, genesis } = await chain());
  gateway = await testGateway({ past: blocks });
  return () => gateway[Symbol.asyncDispose]();
});

describe('block 0', () => {
  test('behavior: its transactions are those of block 1, with numbers from 1 on', async () => {
    const [first, second] = genesis;
    for (const [index, signed] of [first, second].entries()) {
      const place = { block_height: 1, block_hash: blocks[1]?.blockHash, tx_index: index + 1, canonical: true };
      expect(await get(`/v1/tx/${signed?.txid}`)).toMatchObject(place);
    }
    expect((await get('/v1/block/by_height/1'))['txs']).toEqual([second?.txid, first?.txid]);
    expect((await get('/v2/blocks/1/transactions')).results.map(({ tx_id }) => tx_id)).toEqual([first?.txid, second?.txid]);
    expect((await get('/v3/blocks/1/transactions')).results.map(({ tx_id }) => tx_id)).toEqual([second?.txid, first?.txid]);
    expect((await get(`/v1/contract/${ADDRESS}.c0`))['block_height']).toBe(1);
    expect(await get(`/v1/address/${ADDRESS}/stx`)).toMatchObject({ total_received: '5000' });
    expect(await get(`/v1/address/${ADDRESS}/nonces?block_height=1`)).toMatchObject({ last_executed_tx_nonce: null });
  });

  test('behavior: totals count what was mined: neither block 0 nor its transactions', async () => {
    expect(await get('/v2/blocks/1')).toMatchObject({ height: 1, tx_count: 0 });
    expect(await get('/v2/blocks/1/transactions')).toMatchObject({ total: 0 });
    expect(await get('/v3/blocks/1/transactions')).toMatchObject({ total: 0 });
    expect(await get('/v1/tx')).toMatchObject({ total: 1, results: [{ block_height: 2 }, { block_height: 1 }, { block_height: 1 }] });
    expect(await get('/v1/tx?type=smart_contract')).toMatchObject({ total: 1 });
    expect(await get('/v3/transactions')).toMatchObject({ total: 1 });
    expect(await get('/v1/block')).toMatchObject({ total: TIP });
  });

  test('behavior: only v1 has it, as a block that is not canonical and has no transactions', async () => {
    const zero = { canonical: false, height: 0, index_block_hash: blocks[0]?.hash, txs: [] };
    expect(await get('/v1/block/by_height/0')).toMatchObject(zero);
    expect(await get(`/v1/block/${blocks[0]?.blockHash}`)).toMatchObject(zero);
    expect(await get(`/v1/block/by_burn_block_height/${blocks[0]?.burnHeight}`)).toMatchObject(zero);
    expect(await get(`/v1/block/by_burn_block_hash/0x${blocks[0]?.burnHash}`)).toMatchObject(zero);
    expect(await get('/v1/tx/block_height/0')).toMatchObject({ total: 0, results: [] });
    for (const path of ['/v2/blocks/0', `/v2/blocks/${blocks[0]?.hash}`, '/v2/blocks/0/transactions', '/v3/blocks/0/transactions']) {
      expect((await ask(path)).statusCode, path).toBe(404);
    }
    expect((await ask(`/v2/burn-blocks/${blocks[0]?.burnHeight}`)).statusCode).toBe(404);
    expect(heights(await get('/v1/block?offset=38'))).toEqual([2, 1]);
  });

  test('behavior: lists and cursors end at block 1', async () => {
    const cursor = (height: number) => blocks[height]?.hash;
    expect(await get(`/v2/blocks?cursor=${cursor(2)}&limit=1`)).toMatchObject({ prev_cursor: cursor(1), next_cursor: cursor(3) });
    const last = await get(`/v2/blocks?cursor=${cursor(1)}&limit=1`);
    expect(last).toMatchObject({ prev_cursor: null, next_cursor: cursor(2), cursor: cursor(1), total: TIP });
    expect(heights(last)).toEqual([1]);
    expect(await get(`/v2/blocks?cursor=${cursor(2)}&limit=2`)).toMatchObject({ prev_cursor: null });
    expect((await ask(`/v2/blocks?cursor=${cursor(0)}`)).statusCode).toBe(404);
  });
});

test('behavior: v2 does not tell a page without transactions from an unknown block; v3 does', async () => {
  for (const path of ['/v2/blocks/3/transactions', '/v2/blocks/2/transactions?offset=1', '/v2/blocks/99/transactions']) {
    const response = await ask(path);
    expect([response.statusCode, response.json()], path).toEqual([404, expect.objectContaining({ message: 'Block not found' })]);
  }
  expect(await get('/v3/blocks/3/transactions')).toEqual({
    total: 0,
    limit: 20,
    cursor: { next: null, previous: null, current: null },
    results: [],
  });
  expect(await get('/v1/tx/block_height/3')).toMatchObject({ total: 0, results: [] });
  expect((await ask('/v3/blocks/99/transactions')).statusCode).toBe(404);
});

test('behavior: the blocks of a tenure begin at the tip or the cursor, so that one before has none without a cursor', async () => {
  const tenure = (height: number) => blocks.filter(({ tenureHeight }) => tenureHeight === height).map((block) => block.height);
  expect(heights(await get('/v2/block-tenures/20/blocks'))).toEqual(tenure(20).reverse());
  expect(await get('/v2/block-tenures/7/blocks')).toMatchObject({ total: 0, cursor: null, results: [] });
  const [older = 0, newer = 0] = tenure(7);
  expect(await get(`/v2/block-tenures/7/blocks?cursor=${blocks[newer]?.hash}`)).toMatchObject({
    total: 2,
    next_cursor: null,
    prev_cursor: null,
    results: [{ height: newer }, { height: older }],
  });
  expect((await ask(`/v2/block-tenures/7/blocks?cursor=${blocks[newer + 1]?.hash}`)).statusCode).toBe(404);
  expect(heights(await get('/v2/block-tenures/0/blocks?limit=3'))).toEqual([40, 39, 38]);
});

test('behavior: v1 finds a block by its hash, not by its index block hash; one that left the chain has no transactions there', async () => {
  const { hash, blockHash } = blocks[2] ?? {};
  for (const path of ['/v1/block', '/v1/tx/block']) {
    expect((await ask(`${path}/${blockHash}`)).statusCode).toBe(200);
    expect((await ask(`${path}/${hash}`)).statusCode).toBe(404);
  }
  const lost = blockEvent(TIP + 1, blocks[TIP]?.hash ?? '', [receiptFor(await transfer(7))]);
  gateway.devnet.emit(lost);
  expect(await get(`/v1/block/${lost.blockHash}`)).toMatchObject({ canonical: true, txs: [expect.any(String)] });
  gateway.devnet.emit({ type: 'stacks.reorg', forkHeight: TIP, height: TIP, hash: blocks[TIP]?.hash ?? '' });
  expect(await get(`/v1/block/${lost.blockHash}`)).toMatchObject({ canonical: false, txs: [] });
  expect(await get(`/v1/tx/block/${lost.blockHash}`)).toMatchObject({ total: 0, results: [] });
});
