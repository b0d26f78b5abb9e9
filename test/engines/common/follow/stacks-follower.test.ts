import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Outcomes } from '#dist/engines/common/follow/outcomes.js';
import { createStacksChain } from '#dist/engines/common/follow/stacks-chain.js';
import { followStacks, type StacksFollower } from '#dist/engines/common/follow/stacks-follower.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import {
  burnHash,
  consensusHash,
  makeBlock,
  type Signed,
  type StubBlock,
  type StubStacksNode,
  sign,
  stubStacksNode,
} from './stub-stacks-node.js';

const UNKNOWN = (txid: string) => ({ txid, rawTx: '0x00', reason: 'the node does not tell', hint: 'ask another' });

let node: StubStacksNode;
let follower: StacksFollower;
let events: EngineEvent[];
let ends: AbortController;
/** Called before each request. */
let before: (path: string) => void;
let clock: { now(): number } | undefined;
let outcomes: () => Outcomes;
let chain: ReturnType<typeof createStacksChain>;
let payment: Signed;

beforeAll(async () => {
  payment = await sign(0);
});
beforeEach(async () => {
  before = () => undefined;
  node = stubStacksNode((path) => before(path));
  events = [];
  outcomes = () => ({ receipts: [], unknownOutcomes: [] });
  chain = createStacksChain((event) => events.push(event));
  clock = undefined;
  ends = new AbortController();
  follower = create();
  await follower.jump();
});
afterEach(() => follower.stop());

function create(): StacksFollower {
  return followStacks({
    ...{ stacks: node.stacks, chain, outcomes: async () => outcomes(), ends: ends.signal, pause: () => 1_000 },
    clock: { now: () => (clock ?? performance).now() },
  });
}

/** Adds blocks of these tenures to the chain of the node, after the first `keep` blocks. */
function mine(burnHeights: readonly number[], keep = node.chain.length): StubBlock[] {
  node.chain.length = keep;
  for (const burnHeight of burnHeights) node.chain.push(makeBlock(node.chain.at(-1), burnHeight));
  return node.chain.slice(keep);
}

/** Each event as its type, height and the start of its hash. */
const short = (all: readonly EngineEvent[]) =>
  all.map((event) => ('hash' in event ? `${event.type} ${event.height} ${event.hash.slice(0, 10)}` : event.type));
const shown = (type: string, { block }: StubBlock) => `${type} ${block.height} 0x${block.id.slice(0, 8)}`;

test('default: a block with the Bitcoin block of its tenure', async () => {
  const [{ block }] = mine([101]) as [StubBlock];
  await follower.catchUp();
  expect(events).toEqual([
    {
      type: 'stacks.block',
      ...{ height: 2, hash: `0x${block.id}`, blockHash: `0x${block.blockHash}`, parentHash: `0x${node.chain[0]?.block.id}` },
      ...{ consensusHash: consensusHash(101), time: 1_002, burnHeight: 101, burnHash: burnHash(101), receipts: [] },
    },
  ]);
  expect(chain.tip()).toEqual({ height: 2, hash: `0x${block.id}`, burnHeight: 101, consensusHash: consensusHash(101) });
  events.length = 0;
  await follower.catchUp();
  expect(events).toEqual([]);
});

test('behavior: several blocks in their order, with one request for a tenure', async () => {
  const added = mine([101, 101, 102, 102]);
  node.asked.length = 0;
  await follower.catchUp();
  expect(short(events)).toEqual(added.map((block) => shown('stacks.block', block)));
  expect(node.asked.filter((path) => path.startsWith('/v3/sortitions')).toSorted()).toEqual(
    [101, 102].map((burnHeight) => `/v3/sortitions/consensus/${consensusHash(burnHeight)}`).toSorted(),
  );
});

test('behavior: a start has the height of the tip’s own tenure, not that of the node', async () => {
  expect(chain.tip().burnHeight).toBe(100);
  mine([101]);
  node.abandoned.add(101);
  await follower.jump();
  expect(chain.tip()).toMatchObject({ height: 2, burnHeight: 108 });
  expect(events).toEqual([]);
});

test('behavior: outcomes that are unknown are a part of the block, and absent without any', async () => {
  outcomes = () => ({ receipts: [], unknownOutcomes: [UNKNOWN(payment.txid)] });
  mine([101]);
  await follower.catchUp();
  expect(events).toMatchObject([{ unknownOutcomes: [{ txid: payment.txid }] }]);
  outcomes = () => ({ receipts: [], unknownOutcomes: [] });
  mine([101]);
  await follower.catchUp();
  expect(events[1]).not.toHaveProperty('unknownOutcomes');
});

test('behavior: a fork of known blocks is a reorganization from the parent', async () => {
  mine([101, 102]);
  await follower.catchUp();
  events.length = 0;
  const [fork] = mine([103], 2) as [StubBlock];
  await follower.catchUp();
  expect(events).toMatchObject([{ type: 'stacks.reorg', forkHeight: 2, height: 3, hash: `0x${fork.block.id}` }, { type: 'stacks.block' }]);
});

test('behavior: a fork below the first known block is followed from that height', async () => {
  mine([101, 102]);
  await follower.jump();
  // Only the block at height 3 is known.
  chain.restore({ tip: chain.tip(), hashes: [[3, chain.tip().hash]], waiting: [] });
  events.length = 0;
  const fork = mine([103, 104, 105], 1);
  await follower.catchUp();
  expect(events).toMatchObject([
    { type: 'stacks.reorg', forkHeight: 2, height: 2, hash: `0x${fork[0]?.block.id}` },
    { type: 'stacks.block', height: 3, hash: `0x${fork[1]?.block.id}` },
    { type: 'stacks.block', height: 4, hash: `0x${fork[2]?.block.id}` },
  ]);
});

test('behavior: a chain that got shorter is a reorganization to its tip', async () => {
  mine([101, 102]);
  await follower.catchUp();
  events.length = 0;
  node.chain.length = 2;
  await follower.catchUp();
  expect(short(events)).toEqual([shown('stacks.reorg', node.chain[1] as StubBlock)]);
  expect(chain.tip().height).toBe(2);
});

test('behavior: blocks that the node does not have, as those before Epoch 3.0, are skipped', async () => {
  const [, old, next] = mine([101, 102, 103]) as [StubBlock, StubBlock, StubBlock];
  node.missing.add(old.block.id);
  await follower.catchUp();
  expect(short(events)).toEqual([shown('stacks.block', next)]);
  const [none] = mine([104]) as [StubBlock];
  node.missing.add(none.block.id);
  events.length = 0;
  node.asked.length = 0;
  await follower.catchUp();
  expect([events, chain.tip().height]).toEqual([[], 5]);
  expect(node.asked.filter((path) => path === '/v2/info')).toHaveLength(1);
});

test('error: a node that fails to send a block', async () => {
  const [{ block }] = mine([101]) as [StubBlock];
  node.answers.set(`/v3/blocks/${block.id}`, { status: 500, bytes: Buffer.from('out of disk') });
  await expect(follower.catchUp()).rejects.toMatchObject({ code: 'RPC', rpcCode: 500, message: expect.stringContaining('out of disk') });
  node.answers.clear();
  await follower.catchUp();
  expect(events).toMatchObject([{ type: 'stacks.block', height: 2 }]);
});

test('error: transactions that cannot be read', async () => {
  node.answers.set('/v2/mempool/query', { status: 200, bytes: Buffer.alloc(40, 0xff) });
  await expect(follower.catchUp()).rejects.toMatchObject({
    code: 'RPC',
    message: expect.stringMatching(/^the node's answer is not understood: ./),
  });
});

test('error: a mistake is no answer of the node', async () => {
  const mistake = new TypeError('a mistake');
  before = () => {
    throw mistake;
  };
  await expect(follower.catchUp()).rejects.toBe(mistake);
});

test('behavior: a branch whose Bitcoin block was abandoned is reported no further; the wait ends when the node leaves it', async () => {
  mine([101, 102, 103]);
  node.abandoned.add(102);
  let looks = 0;
  before = (path) => {
    if (path === '/v2/info' && ++looks === 3) mine([104], 2);
  };
  await follower.catchUp();
  expect(events).toMatchObject([
    { type: 'stacks.block', height: 2, burnHeight: 101 },
    { type: 'stacks.block', height: 3, burnHeight: 104 },
  ]);
});

test('error: a node that stays on an abandoned branch', async () => {
  const [{ block }] = mine([101]) as [StubBlock];
  node.abandoned.add(101);
  let now = 0;
  clock = { now: () => now };
  let looks = 0;
  before = (path) => {
    if (path === '/v2/info' && ++looks === 3) now = 9_999;
    if (path === '/v2/info' && looks === 4) now = 10_000;
  };
  await expect(follower.catchUp()).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('the Stacks node to leave an abandoned branch after 10000 ms'),
    lastSeen: `the tip 0x${block.id}, on a branch without sortitions`,
  });
  expect(looks).toBeGreaterThanOrEqual(4);
});

test('error: a wait for the node ends with the network', async () => {
  mine([101]);
  node.abandoned.add(101);
  const reason = new Error('the network is closed');
  let looks = 0;
  before = (path) => {
    if (path === '/v2/info' && ++looks === 2) ends.abort(reason);
  };
  await expect(follower.catchUp()).rejects.toBe(reason);
});

test('behavior: a mined transaction that the node still has in its mempool is not pending again', async () => {
  await follower.catchUp();
  node.mempool = [payment];
  node.chain.push(makeBlock(node.chain.at(-1), 101, [payment]));
  await follower.catchUp();
  expect(events.map(({ type }) => type)).toEqual(['stacks.block']);
});

test('behavior: a transaction that a fork returns to the mempool is pending again', async () => {
  node.chain.push(makeBlock(node.chain.at(-1), 101, [payment]));
  node.mempool = [payment];
  await follower.catchUp();
  mine([102, 103], 1);
  events.length = 0;
  await follower.catchUp();
  expect(events.map(({ type }) => type)).toEqual(['stacks.reorg', 'stacks.block', 'stacks.block', 'stacks.tx']);
});

test('behavior: a transaction below the known blocks stays mined', async () => {
  await follower.catchUp();
  node.chain.push(makeBlock(node.chain.at(-1), 101, [payment]));
  node.mempool = [payment];
  await follower.catchUp();
  mine([102]);
  await follower.catchUp();
  chain.restore({ tip: chain.tip(), hashes: [[3, chain.tip().hash]], waiting: [] });
  events.length = 0;
  await follower.catchUp();
  expect(events).toEqual([]);
});

test('default: the outcome of a transaction in a block', async () => {
  const block = makeBlock(node.chain.at(-1), 101, [payment]);
  node.chain.push(block);
  outcomes = () => ({ receipts: [], unknownOutcomes: [UNKNOWN(`0x${'22'.repeat(32)}`), UNKNOWN(payment.txid)] });
  const { id } = block.block;
  expect(await follower.outcomeIn(`0x${id}`, payment.txid)).toEqual({
    ...{ at: 'block', block: { height: 2, hash: `0x${id}`, burnHeight: 101 } },
    outcome: UNKNOWN(payment.txid),
  });
  expect(await follower.outcomeIn(id, `0x${'33'.repeat(32)}`)).toBeUndefined();
  expect(await follower.outcomeIn('44'.repeat(32), payment.txid)).toBeUndefined();
});

test('behavior: a block of an abandoned tenure has no outcomes', async () => {
  const block = makeBlock(node.chain.at(-1), 101, [payment]);
  node.chain.push(block);
  node.abandoned.add(101);
  outcomes = () => ({ receipts: [], unknownOutcomes: [UNKNOWN(payment.txid)] });
  expect(await follower.outcomeIn(block.block.id, payment.txid)).toBeUndefined();
});

test('behavior: the last 5,000 tenures are known', async () => {
  const first = node.chain[0] as StubBlock;
  const requests = async () => {
    node.asked.length = 0;
    await follower.outcomeIn(first.block.id, payment.txid);
    return node.asked.filter((path) => path.startsWith('/v3/sortitions')).length;
  };
  const heights = Array.from({ length: 5_000 }, (_, index) => 101 + index);
  mine(heights.slice(0, -1));
  await follower.catchUp();
  expect(await requests()).toBe(0);
  mine(heights.slice(-1));
  await follower.catchUp();
  expect(await requests()).toBe(1);
});

test('default: polls until it is stopped', async () => {
  vi.useFakeTimers();
  try {
    follower.start();
    mine([101]);
    await vi.advanceTimersByTimeAsync(1);
    expect(chain.tip().height).toBe(2);
    await follower.stop();
    mine([102]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(chain.tip().height).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
