import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createStacksChain, type StacksTip } from '#dist/engines/common/follow/stacks-chain.js';
import { followStacksMempool } from '#dist/engines/common/follow/stacks-mempool.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import { addressOf, makeBlock, type Signed, type StubBlock, type StubStacksNode, sign, stubStacksNode } from './stub-stacks-node.js';

const isMined = (): boolean => false;
let first: Signed;
let second: Signed;
let third: Signed;
/** Of the same nonce as `first`, with a higher fee. */
let raised: Signed;
/** Of the same nonce as `first`, by another sender. */
let foreign: Signed;
beforeAll(async () => {
  [first, second, third, raised, foreign] = (await Promise.all([
    ...[sign(0), sign(1), sign(2), sign(0, { fee: 900n }), sign(0, { key: '2' })],
  ])) as [Signed, Signed, Signed, Signed, Signed];
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function follow(pending: Signed[], before?: (path: string, node: StubStacksNode) => void) {
  const events: EngineEvent[] = [];
  const node = stubStacksNode(before);
  node.mempool = pending;
  const chain = createStacksChain((event) => events.push(event));
  chain.jump(tipOf(node));
  return { events, node, chain, mempool: followStacksMempool(node.stacks, chain) };
}

const tipOf = ({ chain }: StubStacksNode): StacksTip => {
  const { block, burnHeight } = chain.at(-1) as StubBlock;
  return { height: block.height, hash: `0x${block.id}`, burnHeight, consensusHash: block.consensusHash };
};
const added = ({ txid, rawTx }: Signed) => ({ type: 'stacks.tx', txid, rawTx });
const queries = ({ asked }: StubStacksNode) => asked.filter((path) => path.startsWith('/v2/mempool/query'));

test('default: reports each pending transaction once', async () => {
  const { events, mempool, node } = follow([first, second]);
  await mempool.poll(isMined);
  await mempool.poll(isMined);
  node.mempool.push(third);
  await mempool.poll(isMined);
  expect(events).toEqual([first, second, third].map(added));
});

test('behavior: reads all pages', async () => {
  const { events, mempool, node } = follow([first, second, third]);
  node.pageSize = 1;
  await mempool.poll(isMined);
  expect(events).toEqual([first, second, third].map(added));
  expect(queries(node)).toEqual(
    ['00'.repeat(32), first.txid.slice(2), second.txid.slice(2)].map((page) => `/v2/mempool/query?page_id=${page}`),
  );
});

test('behavior: an empty mempool has no page, even if its answer names one', async () => {
  const { events, mempool, node } = follow([]);
  await mempool.poll(isMined);
  expect([events, queries(node).length]).toEqual([[], 1]);
  node.answers.set('/v2/mempool/query', { status: 200, bytes: Buffer.alloc(32, 1) });
  await mempool.poll(isMined);
  expect([events, queries(node).length]).toEqual([[], 2]);
});

test('behavior: the first poll skips transactions with a used nonce, for good; later polls ask for no nonce', async () => {
  const { events, mempool, node } = follow([first, second]);
  node.nonces.set(addressOf('1'), 1);
  await mempool.poll(isMined);
  await mempool.poll(isMined);
  expect(events).toEqual([added(second)]);
  node.asked.length = 0;
  node.mempool.push(third);
  await mempool.poll(isMined);
  expect(events).toEqual([second, third].map(added));
  expect(node.asked.filter((path) => path.startsWith('/v2/accounts'))).toEqual([]);
});

test('behavior: a poll that fails half way does not report transactions twice', async () => {
  let requests = 0;
  const { events, mempool } = follow([first, second], (path) => {
    if (path.startsWith('/v2/accounts') && ++requests === 2) throw new DevnetError('TIMEOUT', 'the node is busy');
  });
  await expect(mempool.poll(isMined)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await mempool.poll(isMined);
  expect(events).toEqual([first, second].map(added));
});

test('behavior: a transaction in a block is not pending', async () => {
  const { events, mempool } = follow([first, second]);
  await mempool.poll((txid) => txid === first.txid);
  expect(events).toEqual([added(second)]);
});

test('behavior: a transaction that the node does not have any more is dropped, after a second', async () => {
  const { events, mempool, node } = follow([first, second]);
  await mempool.poll(isMined);
  node.mempool = [second];
  await vi.advanceTimersByTimeAsync(1_000);
  events.length = 0;
  node.asked.length = 0;
  await mempool.poll(isMined);
  expect(events).toEqual([{ type: 'stacks.dropped', txid: first.txid, reason: 'Unknown', replacedBy: undefined }]);
  // It asks for each transaction once a second, and not again for those that were dropped.
  node.asked.length = 0;
  await vi.advanceTimersByTimeAsync(999);
  await mempool.poll(isMined);
  const checks = () => node.asked.filter((path) => path.includes('/unconfirmed/'));
  expect(checks()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await mempool.poll(isMined);
  expect(checks()).toEqual([`/v2/transactions/unconfirmed/${second.txid}`]);
  expect(events).toHaveLength(1);
});

test('behavior: a transaction that a later one with its sender and nonce replaced', async () => {
  const { events, mempool, node } = follow([first, foreign, second]);
  await mempool.poll(isMined);
  node.mempool = [foreign, second, raised];
  await vi.advanceTimersByTimeAsync(1_000);
  await mempool.poll(isMined);
  expect(events.slice(3)).toEqual([
    added(raised),
    { type: 'stacks.dropped', txid: first.txid, reason: 'ReplaceByFee', replacedBy: raised.txid },
  ]);
});

test('behavior: a transaction of a block is not dropped when the mempool loses it', async () => {
  const { events, mempool, node } = follow([first, second]);
  await mempool.poll(isMined);
  node.mempool = [];
  await vi.advanceTimersByTimeAsync(1_000);
  node.asked.length = 0;
  await mempool.poll((txid) => txid === first.txid);
  expect(events.slice(2)).toMatchObject([{ type: 'stacks.dropped', txid: second.txid }]);
  expect(node.asked).not.toContain(`/v2/transactions/unconfirmed/${first.txid}`);
});

test('behavior: a transaction that a fork returns is pending again, also if the node kept it in its mempool', async () => {
  const { events, mempool, node } = follow([first, second]);
  await mempool.poll(isMined);
  node.mempool = [first];
  await mempool.poll(() => true);
  expect(events).toHaveLength(2);
  node.mempool = [first, second];
  await mempool.poll(isMined);
  expect(events.slice(2)).toEqual([first, second].map(added));
});

test('behavior: a transaction that a block takes between two requests is not dropped', async () => {
  let mines = true;
  const { chain, events, mempool, node } = follow([first], (path, { chain: blocks }) => {
    if (mines && path.includes('/unconfirmed/')) blocks.push(makeBlock(blocks.at(-1), 101, [first]));
  });
  await mempool.poll(isMined);
  node.mempool = [];
  await vi.advanceTimersByTimeAsync(1_000);
  await mempool.poll(isMined);
  expect(events).toEqual([added(first)]);
  // The next poll looks again at once.
  mines = false;
  chain.jump(tipOf(node));
  await mempool.poll(isMined);
  expect(events.slice(1)).toMatchObject([{ type: 'stacks.dropped', txid: first.txid }]);
});

test.each([400, 401, 403, 404, 405, 501])('behavior: a node that does not serve its mempool (%i) is not asked again', async (status) => {
  const { events, mempool, node } = follow([first]);
  node.answers.set('/v2/mempool/query', { status, bytes: Buffer.from('no') });
  await mempool.poll(isMined);
  node.answers.clear();
  await mempool.poll(isMined);
  expect([events, queries(node).length]).toEqual([[], 1]);
});

test('error: another failure, after which the node is asked again', async () => {
  let failure: DevnetError | undefined = new DevnetError('TIMEOUT', 'the node is busy', { rpcCode: 404 });
  const { events, mempool, node } = follow([first], () => {
    if (failure !== undefined) throw failure;
  });
  await expect(mempool.poll(isMined)).rejects.toBe(failure);
  failure = undefined;
  node.answers.set('/v2/mempool/query', { status: 500, bytes: Buffer.from('out of disk') });
  await expect(mempool.poll(isMined)).rejects.toMatchObject({ code: 'RPC', rpcCode: 500 });
  node.answers.clear();
  await mempool.poll(isMined);
  expect(events).toEqual([added(first)]);
});
