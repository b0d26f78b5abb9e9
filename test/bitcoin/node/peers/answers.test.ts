import { expect, test } from 'vitest';
import { createCore } from '#dist/bitcoin/node/core.js';
import { parseBlock, serializeBlock } from '#dist/bitcoin/protocol/codec/block.js';
import { TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { startPeerNode } from './peer-node.js';
import { type GreetOptions, greetedPeer, headers, inventory, readInventory } from './test-peer.js';

const TX = 1;
const WTX = 5;
const WITNESS = 0x40000000;
const UNKNOWN = 'ab'.repeat(32);
const HASH_BYTES = 32;
/** The bytes before the hashes of a `getheaders` with fewer than 253 of them. */
const LOCATOR_HEAD = 5;

type Options = { height?: number; noban?: boolean; greeting?: GreetOptions };

/** A node with one peer, which ends with the node. `hear` sends messages and returns what the node sent until it has handled them. */
async function withPeer({ height = 3, noban = false, greeting = {} }: Options = {}) {
  const whitelist = noban ? [{ permissions: ['noban' as const], address: '127.0.0.1', prefix: 32 }] : [];
  const node = await startPeerNode(height, { whitelist });
  const join = async (options: GreetOptions = greeting) => {
    const peer = await greetedPeer(node.address, options);
    const hear = async (...sent: [command: string, payload?: Buffer][]) => {
      for (const [command, payload] of sent) peer.send(command, payload);
      await peer.settled();
      return peer.received.splice(0).map(({ command, payload }): [string, Buffer] => [command, payload]);
    };
    return { ...peer, hear, names: async (...sent: Parameters<typeof hear>) => (await hear(...sent)).map(([name]) => name) };
  };
  const first = await join();
  const header = async (at: number) => (await node.rawBlock(at)).subarray(0, 80);
  return { ...node, ...first, join, header, info: async () => (await node.call('getpeerinfo'))[0] };
}

/** A header of a chain that the node does not know. */
function stranger(): Buffer {
  const core = createCore({ genesisTime: 1_700_000_000 });
  const [, second] = [core.miner.mine(TRUE_SCRIPT), core.miner.mine(TRUE_SCRIPT)];
  if (second === undefined) throw new Error('no block');
  return Buffer.from(serializeBlock(second.block)).subarray(0, 80);
}

/** The block that another node makes on top of these. */
async function nextBlock(raw: (height: number) => Promise<Buffer>, height: number): Promise<Buffer> {
  const core = createCore({});
  for (let at = 1; at <= height; at++) core.miner.submit(parseBlock(await raw(at)));
  const made = core.miner.mine(TRUE_SCRIPT);
  if (made === undefined) throw new Error('no block');
  return Buffer.from(serializeBlock(made.block));
}

test('behavior: a locator names twelve blocks one by one, then takes steps that double', async () => {
  await using at = await withPeer({ height: 30 });
  const payload = (await at.hear()).find(([name]) => name === 'getheaders')?.[1] ?? Buffer.alloc(0);
  const hashes = Array.from({ length: payload[LOCATOR_HEAD - 1] ?? 0 }, (_, index) => {
    const start = LOCATOR_HEAD + index * HASH_BYTES;
    return Buffer.from(payload.subarray(start, start + HASH_BYTES))
      .reverse()
      .toString('hex');
  });
  const heights = [29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 16, 12, 4, 0];
  expect(hashes).toEqual(await Promise.all(heights.map(at.hashAt)));
});

test('behavior: while the tip is a day old, one peer is asked for headers; later all are', async () => {
  await using node = await startPeerNode(1);
  await node.call('setmocktime', node.node.tip().time + 2 * 86_400);
  const [first, second] = [await greetedPeer(node.address), await greetedPeer(node.address)];
  const isAsked = ({ received }: typeof first) => received.some(({ command }) => command === 'getheaders');
  expect([isAsked(first), isAsked(second)]).toEqual([true, false]);
  node.node.mine(1, TRUE_SCRIPT);
  await second.settled();
  expect(isAsked(second)).toBe(true);
});

test('behavior: a peer that the node does not follow is asked for a block that it announces, but for the hash of zeros', async () => {
  await using node = await startPeerNode(1);
  await node.call('setmocktime', node.node.tip().time + 2 * 86_400);
  const [, second] = [await greetedPeer(node.address), await greetedPeer(node.address)];
  const isAskedAfter = async (hash: string) => {
    second.send('inv', inventory([2, hash]));
    await second.settled();
    return second.received.some(({ command }) => command === 'getheaders');
  };
  expect([await isAskedAfter('00'.repeat(32)), await isAskedAfter('11'.repeat(32))]).toEqual([false, true]);
});

test('behavior: all peers are asked once another one has sent a header of today', async () => {
  await using node = await startPeerNode(1);
  await node.call('setmocktime', node.node.tip().time + 2 * 86_400);
  const { hex } = await node.call('generateblock', TRUE_ADDRESS, [], false);
  const [first, second] = [await greetedPeer(node.address), await greetedPeer(node.address)];
  const isAsked = ({ received }: typeof first) => received.some(({ command }) => command === 'getheaders');
  expect([isAsked(first), isAsked(second)]).toEqual([true, false]);
  first.send('headers', headers([Buffer.from(hex.slice(0, 160), 'hex')]));
  await second.settled();
  expect(isAsked(second)).toBe(true);
});

test('behavior: headers that do not connect, or are invalid, are no answer to getheaders', async () => {
  await using at = await withPeer({ noban: true });
  expect(await at.names()).toContain('getheaders');
  const [first, third] = [await at.header(1), await at.header(3)];
  // Of another chain: its parent is not known.
  const other = stranger();
  expect(await at.names(['headers', headers([other])], ['headers', headers([first, third])], ['headers', headers([other])])).toEqual([]);
  expect(await at.names(['headers', headers([])], ['headers', headers([other])])).toEqual(['getheaders']);
});

test('error: a peer that sends a known block with another witness is disconnected', async () => {
  await using at = await withPeer();
  const block = await at.rawBlock(3);
  // The last byte of the coinbase's witness, before the lock time.
  const place = block.length - 5;
  block.writeUInt8((block[place] ?? 0) ^ 1, place);
  at.send('block', block);
  await at.closed();
});

test('behavior: a block that comes unannounced is not taken for the best block of its peer', async () => {
  await using at = await withPeer();
  await at.hear();
  expect(await at.names(['block', await nextBlock(at.rawBlock, 3)])).toEqual(['inv']);
  expect([at.node.tip().height, await at.info()]).toMatchObject([4, { synced_headers: -1, synced_blocks: -1 }]);
});

test('behavior: a peer with relay off gets no transactions, and its fee filter does not count', async () => {
  await using at = await withPeer({ height: 110, greeting: { relay: false } });
  const { raw, wtxid } = await at.spend(1);
  await at.call('sendrawtransaction', raw.toString('hex'));
  await at.hear();
  const filter = Buffer.alloc(8);
  filter.writeBigInt64LE(10_000n);
  expect(await at.names(['getdata', inventory([WTX, wtxid], [TX, UNKNOWN])], ['feefilter', filter])).toEqual([]);
  expect(await at.info()).toMatchObject({ relaytxes: false, minfeefilter: 0 });
});

test('behavior: getdata of an unknown type gets no answer', async () => {
  await using at = await withPeer();
  await at.hear();
  const answers = await at.hear([
    'getdata',
    inventory(...[0, 3, TX, 6, WTX, WTX | WITNESS].map((type): [number, string] => [type, UNKNOWN])),
  ]);
  // As in Core, the answer to transactions ends before the next item of another type.
  expect(answers.map(([name, payload]) => [name, readInventory(payload)])).toEqual([
    ['notfound', [[TX, UNKNOWN]]],
    ['notfound', [[WTX, UNKNOWN]]],
  ]);
});

test.each([true, false])('behavior: inv of a transaction with witnesses is followed, with wtxidrelay %s', async (wtxidRelay) => {
  await using at = await withPeer({ greeting: { wtxidRelay } });
  await at.hear();
  const answers = await at.hear(['inv', inventory([wtxidRelay ? TX : WTX, 'cd'.repeat(32)], [TX | WITNESS, UNKNOWN])]);
  expect(answers.map(([name, payload]) => [name, readInventory(payload)])).toEqual([['getdata', [[TX | WITNESS, UNKNOWN]]]]);
});

test.each([
  ['getcfilters', 37],
  ['getcfheaders', 37],
  ['getcfcheckpt', 33],
])('behavior: %s that is too short is ignored; a whole one ends the connection', async (command, size) => {
  await using at = await withPeer();
  await at.hear([command, Buffer.alloc(size - 1)]);
  expect(at.isClosed()).toBe(false);
  at.send(command, Buffer.alloc(size));
  await at.closed();
});

test('behavior: synced_blocks is the last common block from when the peer had the work of the tip', async () => {
  await using at = await withPeer();
  const after = async (height: number) => {
    await at.hear(['headers', headers([await at.header(height)])]);
    const { synced_headers, synced_blocks } = await at.info();
    return [synced_headers, synced_blocks];
  };
  expect([await after(2), await after(3)]).toEqual([
    [2, -1],
    [3, 3],
  ]);
  at.node.mine(2, TRUE_SCRIPT);
  expect(await after(4)).toEqual([4, 3]);
});

test('behavior: synced_blocks counts the blocks of another branch that the node has', async () => {
  await using at = await withPeer();
  const other = await nextBlock(at.rawBlock, 3);
  at.node.mine(1, Uint8Array.of(0x51));
  await at.call('submitblock', other.toString('hex'));
  await at.hear(['headers', headers([other.subarray(0, 80)])]);
  expect(await at.info()).toMatchObject({ synced_headers: 4, synced_blocks: 4 });
});

test('behavior: a block that was changed on its way is requested again, of a peer that may make mistakes', async () => {
  await using at = await withPeer({ noban: true });
  const block = await nextBlock(at.rawBlock, 3);
  const requested = async (command: string, payload: Buffer) => (await at.hear([command, payload])).filter(([name]) => name === 'getdata');
  const [[, request] = []] = await requested('headers', headers([block.subarray(0, 80)]));
  const changed = Buffer.from(block);
  changed.writeUInt8(changed.readUInt8(94) ^ 1, 94);
  expect(await requested('block', changed)).toEqual([['getdata', request]]);
  await at.hear(['block', block]);
  expect(at.node.tip().height).toBe(4);
});
