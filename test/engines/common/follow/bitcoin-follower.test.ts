import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode } from '#dist/bitcoin/node/types.js';
import { type BitcoinClient, createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { type BitcoinFollower, followBitcoin } from '#dist/engines/common/follow/bitcoin-follower.js';
import { createMempoolView, type MempoolEntry, type MempoolView } from '#dist/engines/common/follow/mempool.js';
import { fundingTransaction } from '#dist/engines/common/funding/transaction.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';

const KEY = Buffer.from('de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8', 'hex');
const HOME = 'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc';
const ADDRESS = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';

let node: BitcoinNode;
let bitcoin: BitcoinClient;
let follower: BitcoinFollower;
let events: EngineEvent[];

beforeEach(async () => {
  node = createBitcoinNode({ genesisTime: 1_767_225_600 });
  const { url } = await node.listen({ host: '127.0.0.1', port: 0, user: 'user', password: 'secret' });
  bitcoin = createBitcoinClient({ rpcUrl: url, rpcUser: 'user', rpcPassword: 'secret' });
  await bitcoin.generate(101, HOME);
  events = [];
  follower = createFollower(bitcoin, createMempoolView(bitcoin));
  await follower.jump();
});
afterEach(() => node.close());

function createFollower(client: BitcoinClient, mempool: MempoolView): BitcoinFollower {
  return followBitcoin(
    client,
    mempool,
    (event) => events.push(event),
    () => undefined,
  );
}

/** A payment from the first coinbase. */
async function pay(amount: bigint): Promise<string> {
  const [txid = ''] = await bitcoin.blockTxids(await bitcoin.blockHash(1));
  const raw = fundingTransaction([{ address: ADDRESS, amount }], [{ txid, amount: 5_000_000_000n }], KEY);
  return bitcoin.send(Buffer.from(raw).toString('hex'));
}

test('default: a transaction, then its block', async () => {
  const txid = await pay(1_000n);
  await follower.catchUp();
  expect(follower.waiting()).toEqual([txid]);
  const [hash = ''] = await bitcoin.generate(1, HOME);
  await follower.catchUp();
  expect(events).toEqual([
    { type: 'bitcoin.tx', txid },
    { type: 'bitcoin.block', height: 102, hash, txids: [expect.any(String), txid] },
  ]);
  expect(follower.waiting()).toEqual([]);
  expect(follower.tip()).toEqual({ height: 102, hash });
});

test('behavior: each of several new blocks is reported', async () => {
  const hashes = await bitcoin.generate(3, HOME);
  await follower.catchUp();
  expect(events).toMatchObject(hashes.map((hash, index) => ({ type: 'bitcoin.block', height: 102 + index, hash })));
});

test('behavior: a shorter chain returns transactions to the mempool, and a longer one is reported from the fork', async () => {
  const txid = await pay(1_000n);
  const [first = ''] = await bitcoin.generate(2, HOME);
  await follower.catchUp();
  events.length = 0;
  await bitcoin.call('invalidateblock', [first]);
  await follower.catchUp();
  expect(events).toEqual([
    { type: 'bitcoin.reorg', forkHeight: 101, height: 101, hash: await bitcoin.blockHash(101) },
    { type: 'bitcoin.tx', txid },
  ]);
  events.length = 0;
  await bitcoin.generate(3, ADDRESS);
  await follower.catchUp();
  expect(events.map((event) => event.type)).toEqual(['bitcoin.block', 'bitcoin.block', 'bitcoin.block']);
  expect(follower.tip().height).toBe(104);
});

test('behavior: blocks that were left and come back are reported again', async () => {
  const hashes = await bitcoin.generate(2, HOME);
  await follower.catchUp();
  await bitcoin.call('invalidateblock', [hashes[0]]);
  await follower.catchUp();
  events.length = 0;
  await bitcoin.call('reconsiderblock', [hashes[0]]);
  await follower.catchUp();
  expect(events).toMatchObject(hashes.map((hash, index) => ({ type: 'bitcoin.block', height: 102 + index, hash })));
});

test('behavior: a fork that becomes the chain between two polls', async () => {
  const [first = ''] = await bitcoin.generate(1, HOME);
  await follower.catchUp();
  events.length = 0;
  await bitcoin.call('invalidateblock', [first]);
  const hashes = await bitcoin.generate(2, ADDRESS);
  await follower.catchUp();
  expect(events).toMatchObject([
    { type: 'bitcoin.reorg', forkHeight: 101, height: 103, hash: hashes[1] },
    { type: 'bitcoin.block', height: 102, hash: hashes[0] },
    { type: 'bitcoin.block', height: 103, hash: hashes[1] },
  ]);
});

test('behavior: without a jump all blocks are reported, except the first one of the chain', async () => {
  const hashes = await bitcoin.generate(2, HOME);
  follower = createFollower(bitcoin, createMempoolView(bitcoin));
  await follower.catchUp();
  expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 103 }, () => 'bitcoin.block'));
  expect(events).toMatchObject([{ height: 1 }, ...Array.from({ length: 102 }, () => ({}))]);
  expect(follower.tip()).toEqual({ height: 103, hash: hashes[1] });
});

test('behavior: a jump skips what is pending, which waits', async () => {
  const txid = await pay(1_000n);
  await follower.jump();
  await follower.catchUp();
  expect([events, follower.waiting()]).toEqual([[], [txid]]);
});

describe('a mempool of', () => {
  const entry = (inputs: string[], isProducers = false): MempoolEntry => ({ hex: '', inputs, isProducers, commit: undefined });
  let entries: Map<string, MempoolEntry>;
  beforeEach(async () => {
    entries = new Map();
    follower = createFollower(bitcoin, { read: async () => new Map(entries), last: () => [...entries.values()] });
    await follower.jump();
  });

  test('behavior: block producers waits for nobody, and no event names it', async () => {
    entries = new Map([
      ['commit', entry(['a:0'], true)],
      ['payment', entry(['b:0'])],
    ]);
    await follower.catchUp();
    expect(follower.waiting()).toEqual(['payment']);
    entries = new Map([['next commit', entry(['a:0'], true)]]);
    await follower.catchUp();
    expect(events).toEqual([
      { type: 'bitcoin.tx', txid: 'payment' },
      { type: 'bitcoin.dropped', txid: 'payment', reason: 'conflict', replacedBy: undefined },
    ]);
  });

  test('behavior: replaced payments says by which transaction', async () => {
    entries = new Map([
      ['first', entry(['a:0', 'b:0'])],
      ['other', entry(['c:0'])],
    ]);
    await follower.catchUp();
    events.length = 0;
    entries = new Map([
      ['other', entry(['c:0'])],
      ['second', entry(['b:0', 'd:0'])],
    ]);
    await follower.catchUp();
    expect(events).toEqual([
      { type: 'bitcoin.tx', txid: 'second' },
      { type: 'bitcoin.dropped', txid: 'first', reason: 'replaced', replacedBy: 'second' },
    ]);
  });
});

test('behavior: a fork of the block at which it started', async () => {
  const tip = await bitcoin.blockHash(101);
  await bitcoin.call('invalidateblock', [tip]);
  const hashes = await bitcoin.generate(2, ADDRESS);
  await follower.catchUp();
  expect(events).toMatchObject([
    { type: 'bitcoin.reorg', forkHeight: 100, height: 102, hash: hashes[1] },
    { type: 'bitcoin.block', height: 101, hash: hashes[0] },
    { type: 'bitcoin.block', height: 102, hash: hashes[1] },
  ]);
});

test('behavior: a poll without a new block reads no block', async () => {
  const read: string[] = [];
  const noting = {
    ...bitcoin,
    header(hash: string) {
      read.push(hash);
      return bitcoin.header(hash);
    },
  };
  follower = createFollower(noting, createMempoolView(bitcoin));
  await follower.jump();
  await follower.catchUp();
  expect(read).toEqual([]);
  const [hash] = await bitcoin.generate(1, HOME);
  await follower.catchUp();
  expect(read[0]).toBe(hash);
});

test('behavior: a failed request loses no block', async () => {
  let fail = true;
  const flaky = {
    ...bitcoin,
    async blockTxids(hash: string) {
      if (fail) throw new DevnetError('TIMEOUT', 'bitcoind is busy');
      return bitcoin.blockTxids(hash);
    },
  };
  follower = createFollower(flaky, createMempoolView(bitcoin));
  await follower.jump();
  const hashes = await bitcoin.generate(2, HOME);
  await expect(follower.catchUp()).rejects.toMatchObject({ code: 'TIMEOUT' });
  fail = false;
  await follower.catchUp();
  expect(events).toMatchObject(hashes.map((hash) => ({ type: 'bitcoin.block', hash })));
});

test('behavior: a mined transaction is not dropped if the mempool cannot be read after its block', async () => {
  let fail = false;
  const view = createMempoolView(bitcoin);
  const flaky = {
    ...view,
    async read() {
      if (fail) throw new DevnetError('TIMEOUT', 'bitcoind is busy');
      return view.read();
    },
  };
  follower = createFollower(bitcoin, flaky);
  await follower.jump();
  await pay(1_000n);
  await follower.catchUp();
  await bitcoin.generate(1, HOME);
  fail = true;
  await expect(follower.catchUp()).rejects.toMatchObject({ code: 'TIMEOUT' });
  fail = false;
  await follower.catchUp();
  expect(events.map(({ type }) => type)).toEqual(['bitcoin.tx', 'bitcoin.block']);
});

test('error: the node has ended, the node refuses a call', async () => {
  await expect(bitcoin.call('nothing')).rejects.toMatchObject({ code: 'RPC', rpcCode: -32_601 });
  await node.close();
  await expect(follower.catchUp()).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
});

test('behavior: a block that is mined while the mempool is read drops nothing', async () => {
  const view = createMempoolView(bitcoin);
  let hash: string | undefined;
  const slow: MempoolView = {
    ...view,
    async read() {
      // After the look at the tip, before the answer.
      if (events.length > 0) hash ??= (await bitcoin.generate(1, HOME))[0];
      return view.read();
    },
  };
  follower = createFollower(bitcoin, slow);
  await follower.jump();
  const txid = await pay(1_000n);
  await follower.catchUp();
  await follower.catchUp();
  await follower.catchUp();
  expect(events).toEqual([
    { type: 'bitcoin.tx', txid },
    { type: 'bitcoin.block', height: 102, hash, txids: [expect.any(String), txid] },
  ]);
  expect(follower.waiting()).toEqual([]);
});
