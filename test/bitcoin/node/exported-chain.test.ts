import { expect, test } from 'vitest';
import { startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT } from './harness.js';
import { COIN, rawTx } from './transactions.js';

/** What the RPC shows of a chain and of how it was made. */
const QUESTIONS: [method: string, ...params: unknown[]][] = [
  ['getblockchaininfo'],
  ['getchaintips'],
  ['getchaintxstats'],
  ['gettxoutsetinfo', 'muhash'],
  ['getmininginfo'],
  ['getmempoolinfo'],
  ['getrawmempool', false, true],
  ['getblockstats', 102],
  ['getblocktemplate', { rules: ['segwit'] }],
];

test('default: a node with an exported chain continues as the node that made it', async () => {
  await using made = await startRpcNode();
  await made.call('generatetoaddress', 101, TRUE_ADDRESS);
  const [txid] = (await made.call('getblock', await made.call('getblockhash', 1))).tx;
  const payment = await made.call('sendrawtransaction', rawTx({ inputs: [{ txid }], outputs: [{ value: 50n * COIN - 1_000n }] }));
  await made.call('generatetoaddress', 1, TRUE_ADDRESS);
  await using copied = await startRpcNode({ chain: made.node.exportChain() });

  for (const [method, ...params] of QUESTIONS) expect(await copied.call(method, ...params)).toEqual(await made.call(method, ...params));
  expect(await copied.call('getrawtransaction', payment, 2)).toEqual(await made.call('getrawtransaction', payment, 2));
  expect(await copied.call('gettxout', payment, 0)).toEqual(await made.call('gettxout', payment, 0));
  expect(copied.node.mine(1, TRUE_SCRIPT)).toEqual(made.node.mine(1, TRUE_SCRIPT));
  for (const { call } of [made, copied]) await call('invalidateblock', await call('getblockhash', 102));
  expect(await copied.call('getrawmempool')).toEqual([payment]);
  for (const [method, ...params] of QUESTIONS.slice(0, -2)) {
    expect(await copied.call(method, ...params)).toEqual(await made.call(method, ...params));
  }
});

test('error: bytes that no node exported', async () => {
  await using node = await startRpcNode();
  node.node.mine(2, TRUE_SCRIPT);
  const chain = node.node.exportChain();
  await expect(startRpcNode({ chain: chain.subarray(0, -1) })).rejects.toThrow('end of data');
  const hashOfFirst = 12;
  await expect(startRpcNode({ chain: chain.with(hashOfFirst, 1) })).rejects.toThrow(RangeError);
});

test('behavior: nodes of several exported chains have each its own', async () => {
  await using node = await startRpcNode();
  const chains = [1, 2].map((count) => {
    node.node.mine(count, TRUE_SCRIPT);
    return { tip: node.node.tip(), chain: node.node.exportChain() };
  });
  for (const { chain, tip } of [...chains, ...chains]) {
    await using copied = await startRpcNode({ chain });
    expect(copied.node.tip()).toEqual(tip);
    // What one node mines is not part of another.
    copied.node.mine(1, TRUE_SCRIPT);
  }
});
