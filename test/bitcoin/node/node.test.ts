import { describe, expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode, BitcoinNodeEvent, BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import { startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT } from './harness.js';
import { bytesOf, COIN, makeTx, txidOf } from './transactions.js';

const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** A node of 101 blocks and a transaction that spends the first coinbase. */
function fundedNode(options?: BitcoinNodeOptions) {
  const node = createBitcoinNode(options);
  const txids: string[] = [];
  const unsubscribe = node.subscribe((event) => {
    if (event.type === 'block') txids.push(event.txids[0] ?? '');
  });
  node.mine(101, TRUE_SCRIPT);
  unsubscribe();
  const tx = makeTx({ inputs: [{ txid: txids[0] ?? '' }], outputs: [{ value: 50n * COIN - 1_000n }] });
  return { node, tx, txid: txidOf(tx) };
}

test('default: a node begins with the genesis block of regtest', () => {
  const node = createBitcoinNode();
  expect(node.tip()).toEqual({
    height: 0,
    hash: GENESIS,
    previousHash: '00'.repeat(32),
    time: 1_296_688_602,
    merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  });
  expect(node.mempoolSize()).toBe(0);
});

test('behavior: the same calls give the same chain', () => {
  const run = (node: BitcoinNode) => {
    node.mine(101, TRUE_SCRIPT);
    const { merkleRoot } = node.header(1);
    node.submit(bytesOf(makeTx({ inputs: [{ txid: merkleRoot }], outputs: [{ value: COIN }] })));
    return node.mine(3, TRUE_SCRIPT);
  };
  const [one, two] = [createBitcoinNode(), createBitcoinNode()];
  expect(run(one)).toEqual(run(two));
  expect(one.tip().hash).toBe('10351407e36dd0972cacb61a5d61bf339e2d39f00793947b88d110f9ebfb37f2');
});

test('behavior: time passes with blocks, or by the clock given', () => {
  const regular = createBitcoinNode({ genesisTime: 1_000_000_000, blockInterval: 60 });
  regular.mine(2, TRUE_SCRIPT);
  expect(regular.header(0).time).toBe(1_296_688_602);
  // Not before the median time past, which the real genesis block sets.
  expect(regular.header(1).time).toBe(1_296_688_603);
  const started = createBitcoinNode({ genesisTime: 1_700_000_000, blockInterval: 60 });
  started.mine(2, TRUE_SCRIPT);
  expect([started.header(1).time, started.header(2).time]).toEqual([1_700_000_060, 1_700_000_120]);
  const clocked = createBitcoinNode({ now: () => 1_800_000_000.7 });
  clocked.mine(13, TRUE_SCRIPT);
  expect(clocked.header(1).time).toBe(1_800_000_000);
  // Even with a clock that stands still times exceed the median of the blocks before.
  expect(clocked.tip().time).toBe(1_800_000_003);
});

test('behavior: events of a transaction that is submitted and mined', () => {
  const { node, tx, txid } = fundedNode();
  const events: BitcoinNodeEvent[] = [];
  const unsubscribe = node.subscribe((event) => events.push(event));
  expect(node.submit(bytesOf(tx))).toBe(txid);
  expect(node.mempoolSize()).toBe(1);
  node.mine(1, TRUE_SCRIPT);
  expect(node.mempoolSize()).toBe(0);
  unsubscribe();
  node.mine(1, TRUE_SCRIPT);
  expect(events).toEqual([
    { type: 'mempool-added', txid },
    { type: 'block', header: node.header(102), txids: [expect.any(String), txid] },
    { type: 'mempool-removed', txid, reason: 'block' },
  ]);
});

test('behavior: events of replacements, conflicts and reorganisations', async () => {
  await using rpc = await startRpcNode();
  const [hash] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [coinbase] = (await rpc.call('getblock', hash)).tx;
  const [cheap, dear, rival] = [1_000n, 2_000n, 3_000n].map((fee) =>
    makeTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - fee }] }),
  ) as [ReturnType<typeof makeTx>, ReturnType<typeof makeTx>, ReturnType<typeof makeTx>];
  const events: BitcoinNodeEvent[] = [];
  rpc.node.subscribe((event) => events.push(event));
  rpc.node.submit(bytesOf(cheap));
  rpc.node.submit(bytesOf(dear));
  const { hash: mined } = await rpc.call('generateblock', TRUE_ADDRESS, [Buffer.from(bytesOf(rival)).toString('hex')]);
  await rpc.call('invalidateblock', mined);
  const added = (tx: typeof cheap) => ({ type: 'mempool-added', txid: txidOf(tx) });
  const removed = (tx: typeof cheap, reason: string) => ({ type: 'mempool-removed', txid: txidOf(tx), reason });
  expect(events).toEqual([
    added(cheap),
    { ...removed(cheap, 'replaced'), replacedBy: txidOf(dear) },
    added(dear),
    { type: 'block', header: expect.objectContaining({ hash: mined }), txids: [expect.any(String), txidOf(rival)] },
    removed(dear, 'conflict'),
    { type: 'reorg', forkHeight: 101 },
    added(rival),
  ]);
});

test('behavior: events that a listener causes follow the current event', () => {
  const node = createBitcoinNode();
  const heights: number[] = [];
  node.subscribe((event) => {
    if (event.type === 'block' && event.header.height === 1) node.mine(1, TRUE_SCRIPT);
  });
  node.subscribe((event) => {
    if (event.type === 'block') heights.push(event.header.height);
  });
  node.mine(1, TRUE_SCRIPT);
  expect(heights).toEqual([1, 2]);
});

test('error: an error of a listener reaches the caller, and other listeners receive all events', () => {
  const node = createBitcoinNode();
  const heights: number[] = [];
  node.subscribe(() => {
    throw new Error('listener');
  });
  node.subscribe((event) => {
    if (event.type === 'block') heights.push(event.header.height);
  });
  expect(() => node.mine(1, TRUE_SCRIPT)).toThrow('listener');
  expect([heights, node.tip().height]).toEqual([[1], 1]);
});

describe('behavior: snapshots', () => {
  test('keep chain, mempool and clock, and are restored any number of times', () => {
    const { node, tx, txid } = fundedNode();
    const before = node.snapshot();
    node.submit(bytesOf(tx));
    const [mined] = node.mine(1, TRUE_SCRIPT);
    const after = node.snapshot();
    expect([before.tip.height, after.tip]).toEqual([101, { height: 102, hash: mined }]);
    for (let n = 0; n < 2; n++) {
      node.restore(before);
      expect([node.tip().height, node.mempoolSize()]).toEqual([101, 0]);
      expect(node.submit(bytesOf(tx))).toBe(txid);
      expect(node.mine(1, TRUE_SCRIPT)).toEqual([mined]);
      node.restore(after);
      expect([node.tip().hash, node.mempoolSize()]).toEqual([mined, 0]);
      expect(() => node.submit(bytesOf(tx))).toThrow('txn-already-known');
    }
  });

  test('emit an event when restored', () => {
    const node = createBitcoinNode();
    const snapshot = node.snapshot();
    node.mine(1, TRUE_SCRIPT);
    const events: BitcoinNodeEvent[] = [];
    node.subscribe((event) => events.push(event));
    node.restore(snapshot);
    expect(events).toEqual([{ type: 'restored' }]);
  });

  test('belong to their node', () => {
    expect(() => createBitcoinNode().restore(createBitcoinNode().snapshot())).toThrow(TypeError);
  });
});

test('behavior: a fork has the state of its node, and then goes on apart', () => {
  const { node, tx, txid } = fundedNode();
  node.submit(bytesOf(tx));
  const fork = node.fork();
  expect([fork.tip(), fork.mempoolSize()]).toEqual([node.tip(), 1]);
  const snapshot = fork.snapshot();
  const events: BitcoinNodeEvent[] = [];
  node.subscribe((event) => events.push(event));
  const [mined] = fork.mine(1, TRUE_SCRIPT);
  expect([fork.tip().hash, fork.mempoolSize(), node.tip().height, node.mempoolSize()]).toEqual([mined, 0, 101, 1]);
  expect(events).toEqual([]);
  expect(node.mine(1, TRUE_SCRIPT)).toEqual([mined]);
  fork.restore(snapshot);
  expect(fork.tip().height).toBe(101);
  expect(() => fork.submit(bytesOf(tx))).toThrow('txn-already-in-mempool');
  expect(events[0]).toMatchObject({ type: 'block', txids: [expect.any(String), txid] });
});

test('error: a header above the tip, a broken transaction, a refused one', () => {
  const { node, tx } = fundedNode();
  expect(() => node.header(102)).toThrow(RangeError);
  expect(() => node.header(-1)).toThrow(RangeError);
  expect(() => node.submit(new Uint8Array(3))).toThrow();
  expect(() => node.submit(bytesOf({ ...tx, version: 9 }))).toThrow(/^version$/);
});

test('behavior: close ends every server, twice if asked', async () => {
  const node = createBitcoinNode();
  const address = { host: '127.0.0.1', port: 0, user: 'u', password: 'p' };
  const [one, two] = await Promise.all([node.listen(address), node.listen(address)]);
  expect(one.url).not.toBe(two.url);
  await one.close();
  await expect(fetch(one.url)).rejects.toThrow();
  expect((await fetch(two.url)).status).toBe(405);
  await Promise.all([node.close(), node.close()]);
  await expect(fetch(two.url)).rejects.toThrow();
});
