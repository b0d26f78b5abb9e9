import { beforeAll, expect, test } from 'vitest';
import { createCore } from '#dist/bitcoin/node/core.js';
import { blockHash, parseBlock, serializeBlock } from '#dist/bitcoin/protocol/codec/block.js';
import { hashToHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { type BlockPlan, buildBlock } from '../blocks.js';
import { type Answer, hex, type RpcNode, startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { COIN, makeTx, rawTx } from '../transactions.js';

/** A node keeps so many first blocks, and so many last ones, as they are: more than it does. */
const [FIRST, LAST] = [600, 200];
/** The height of the last old block. */
const OLD = FIRST + 12;

const OTHER_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

type Branches = { left: string; never: string };

/** Makes a chain with payments, a branch that was left, and a block of another one that never connected. */
async function build({ call }: RpcNode): Promise<Branches> {
  await call('generatetoaddress', FIRST, TRUE_ADDRESS);
  const coinbase = (await call('getblock', await call('getblockhash', 1))).tx[0];
  const first = await call('sendrawtransaction', rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 1_000n }] }));
  await call('sendrawtransaction', rawTx({ inputs: [{ txid: first }], outputs: [{ value: 20n * COIN }, { value: 30n * COIN - 3_000n }] }));
  const [left] = await call('generatetoaddress', 1, TRUE_ADDRESS);
  await call('invalidateblock', left);
  await call('setmocktime', 2_000_000_000);
  await call('generatetoaddress', 2, TRUE_ADDRESS);
  await call('reconsiderblock', left);
  const never = await call('generateblock', OTHER_ADDRESS, [], false);
  await call('generatetoaddress', OLD - FIRST - 2, TRUE_ADDRESS);
  expect(await call('submitblock', never.hex)).toBe('inconclusive');
  return { left, never: never.hash };
}

/** What stays true of the blocks however many follow. */
async function read({ call }: RpcNode, { left, never }: Branches): Promise<unknown> {
  const hashes: string[] = [left, never];
  for (let height = FIRST; height <= OLD; height++) hashes.push(await call('getblockhash', height));
  const blocks: unknown[] = [];
  for (const hash of hashes) {
    const { confirmations: _, nextblockhash: _next, ...block } = await call('getblock', hash, 3);
    blocks.push(block, await call('getblock', hash, 0));
  }
  const stats: unknown[] = [];
  for (let height = FIRST; height <= OLD; height++) stats.push(await call('getblockstats', height));
  const branches = (await call('getchaintips')).filter(({ status }: Answer) => status !== 'active');
  return { blocks, stats, branches };
}

let node: RpcNode;
let branches: Branches;
let young: unknown;

beforeAll(async () => {
  node = await startRpcNode();
  branches = await build(node);
  young = await read(node, branches);
  await node.call('generatetoaddress', LAST, TRUE_ADDRESS);
  return () => node.node.close();
});

test('behavior: the contents of an old block are not kept, those of the first and of the last ones are', () => {
  const core = createCore({});
  while (core.chain.tip().height < FIRST + LAST) core.miner.mine(TRUE_SCRIPT);
  const recordsAt = (height: number) => core.chain.at(height)?.records;
  const heights = [1, FIRST, FIRST + LAST];
  const before = heights.map(recordsAt);
  for (let other = 1; other < 100; other++) recordsAt(FIRST - other);
  const after = heights.map(recordsAt);
  expect(after).toEqual(before);
  expect(after.map((records, index) => records === before[index])).toEqual([true, false, true]);
});

test('behavior: old blocks, also those of other branches, are what they were', async () => {
  expect(await read(node, branches)).toEqual(young);
  const statuses = (await node.call('getchaintips')).map(({ hash, status }: Answer) => [hash, status]);
  expect(statuses).toContainEqual([branches.left, 'valid-fork']);
  expect(statuses).toContainEqual([branches.never, 'valid-headers']);
});

test('behavior: a state file has them', async () => {
  await using loaded = await startRpcNode();
  const bytes = await node.node.dump(node.node.snapshot());
  loaded.node.restore(await loaded.node.load(bytes));
  expect(Buffer.compare(await loaded.node.dump(loaded.node.snapshot()), bytes)).toBe(0);
  expect(await read(loaded, branches)).toEqual(young);
  expect(await loaded.call('gettxoutsetinfo', 'muhash')).toEqual(await node.call('gettxoutsetinfo', 'muhash'));
  await loaded.call('invalidateblock', await loaded.call('getblockhash', FIRST + 1));
  expect(await loaded.call('getbestblockhash')).toBe(branches.left);
});

test('behavior: the chain goes back across old blocks and forward again, and to one that never connected', async () => {
  const { call } = node;
  const before = node.node.snapshot();
  const coins = await call('gettxoutsetinfo', 'muhash');
  const lowest = await call('getblockhash', FIRST + 1);
  await call('invalidateblock', lowest);
  // The branch that was left has the same payments.
  expect(await call('getbestblockhash')).toBe(branches.left);
  await call('reconsiderblock', lowest);
  expect(await call('gettxoutsetinfo', 'muhash')).toEqual(coins);
  await call('invalidateblock', await call('getblockhash', FIRST + 3));
  expect(await call('getbestblockhash')).toBe(branches.never);
  await call('generatetoaddress', 2, TRUE_ADDRESS);
  expect(await call('getblockcount')).toBe(FIRST + 5);
  expect(await call('getblockstats', branches.never)).toMatchObject({ height: FIRST + 3, txs: 1 });
  node.node.restore(before);
  expect(await call('gettxoutsetinfo', 'muhash')).toEqual(coins);
});

test('behavior: blocks that never connected do not connect in a state file', async () => {
  await using made = await startRpcNode();
  const { call } = made;
  // The same chain elsewhere makes blocks that a node keeps and refuses.
  const core = createCore({});
  const follow = async (): Promise<void> => {
    const [hash] = await call('generatetoaddress', 1, TRUE_ADDRESS);
    core.miner.submit(parseBlock(hex(await call('getblock', hash, 0))));
  };
  const refused: string[] = [];
  const refuse = async (plan: Partial<BlockPlan>, reason: string): Promise<void> => {
    const block = buildBlock({ core, ...plan });
    expect(await call('submitblock', toHex(serializeBlock(block)))).toBe(reason);
    refused.push(hashToHex(blockHash(block.header)));
  };
  for (let count = 0; count < 3; count++) await follow();
  await refuse({ fees: 1n }, 'bad-cb-amount');
  await follow();
  const missing = makeTx({ inputs: [{ txid: 'ab'.repeat(32) }], outputs: [{ value: COIN }] });
  await refuse({ transactions: [missing] }, 'bad-txns-inputs-missingorspent');
  for (let count = 0; count < 2; count++) {
    await using loaded = await startRpcNode();
    const bytes = await made.node.dump(made.node.snapshot());
    loaded.node.restore(await loaded.node.load(bytes));
    expect(Buffer.compare(await loaded.node.dump(loaded.node.snapshot()), bytes)).toBe(0);
    for (const question of ['getchaintips', 'getbestblockhash', 'getblockchaininfo'])
      expect(await loaded.call(question)).toEqual(await call(question));
    expect(await loaded.call('gettxoutsetinfo', 'muhash')).toEqual(await call('gettxoutsetinfo', 'muhash'));
    for (const hash of refused) {
      const { tx } = await call('getblock', hash);
      expect(await loaded.failure('getrawtransaction', tx[0], 1)).toEqual(await made.failure('getrawtransaction', tx[0], 1));
    }
    // Next time, a block follows.
    await follow();
  }
});
