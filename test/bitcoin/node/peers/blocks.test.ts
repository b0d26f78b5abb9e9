import { expect, test } from 'vitest';
import { recordBlock } from '#dist/bitcoin/node/chain/block-record.js';
import { blockEntry } from '#dist/bitcoin/node/chain/placed-block.js';
import { createCore } from '#dist/bitcoin/node/core.js';
import { type Block, parseBlock, serializeBlock } from '#dist/bitcoin/protocol/codec/block.js';
import { buildBlock } from '../blocks.js';
import { TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { startPeerNode } from './peer-node.js';
import { connectPeer, greetedPeer, hashOf, headers, inventory, locator, readHeaders, readInventory, versionPayload } from './test-peer.js';

const BLOCK = 2;
const WITNESS_BLOCK = 0x40000002;
const UNKNOWN = 'ab'.repeat(32);

/** Raw blocks of another chain from genesis. */
function otherChain(length: number): Buffer[] {
  const core = createCore({ genesisTime: 1_700_000_000 });
  return Array.from({ length }, () => Buffer.from(serializeBlock(core.miner.mine(TRUE_SCRIPT)!.block)));
}

/** Another node with these blocks. */
function coreOf(...blocks: Buffer[]) {
  const core = createCore({});
  for (const block of blocks) core.miner.submit(parseBlock(block));
  return core;
}

test('behavior: headers after the locator, at most 2000, and none at the tip', async () => {
  await using node = await startPeerNode(2010);
  const peer = await greetedPeer(node.address);
  const ask = async (payload: Buffer) => {
    peer.send('getheaders', payload);
    return readHeaders(await peer.next('headers'));
  };
  const [genesis, first, tip] = await Promise.all([0, 1, 2010].map(node.hashAt));
  const all = await ask(locator([genesis!]));
  expect([all.length, all[0], all.at(-1)]).toEqual([2000, first, await node.hashAt(2000)]);
  expect(await ask(locator([all.at(-1)!]))).toHaveLength(10);
  // A stacks-node names its own tip as the end, too.
  expect(await ask(locator([all.at(-1)!], all.at(-1)!))).toHaveLength(10);
  expect(await ask(locator([tip!]))).toEqual([]);
  expect(await ask(locator([UNKNOWN, genesis!], await node.hashAt(3)))).toEqual(all.slice(0, 3));
  expect(await ask(locator([], tip!))).toEqual([tip]);
  peer.send('getheaders', locator([], UNKNOWN));
  await peer.settled();
  expect(peer.received.some(({ command }) => command === 'headers')).toBe(false);
});

test('behavior: blocks with and without witnesses; silence for unknown ones', async () => {
  await using node = await startPeerNode(101);
  const { raw } = await node.spend(1);
  await node.call('sendrawtransaction', raw.toString('hex'));
  node.node.mine(1, TRUE_SCRIPT);
  const peer = await greetedPeer(node.address);
  const hash = node.node.tip().hash;
  peer.send('getdata', inventory([BLOCK, UNKNOWN], [WITNESS_BLOCK, hash], [BLOCK, hash]));
  const block = await peer.next('block');
  expect(block).toEqual(await node.rawBlock(102));
  expect((await node.call('getblock', hash)).strippedsize).toBe((await peer.next('block')).length);
  await peer.settled();
  expect(peer.received.some(({ command }) => command === 'notfound')).toBe(false);
});

test('behavior: getblocks announces 500 blocks, and the tip after the last of them', async () => {
  await using node = await startPeerNode(505);
  const peer = await greetedPeer(node.address);
  peer.send('getblocks', locator([await node.hashAt(0)]));
  const hashes = readInventory(await peer.next('inv'));
  expect([hashes.length, hashes[0], hashes.at(-1)]).toEqual([500, [BLOCK, await node.hashAt(1)], [BLOCK, await node.hashAt(500)]]);
  peer.send('getdata', inventory([BLOCK, await node.hashAt(500)]));
  await peer.next('block');
  expect(readInventory(await peer.next('inv'))).toEqual([[BLOCK, await node.hashAt(505)]]);
});

test('behavior: new blocks are announced by hash, or by headers to who asked for them and can connect them', async () => {
  await using node = await startPeerNode(5);
  const plain = await greetedPeer(node.address);
  const modern = await greetedPeer(node.address);
  modern.send('sendheaders');
  await modern.settled();
  const [first] = node.node.mine(1, TRUE_SCRIPT);
  expect(readInventory(await plain.next('inv'))).toEqual([[BLOCK, first]]);
  // It showed no header so far.
  expect(readInventory(await modern.next('inv'))).toEqual([[BLOCK, first]]);
  modern.send('getheaders', locator([await node.hashAt(5)]));
  expect(readHeaders(await modern.next('headers'))).toEqual([first]);
  const more = [...node.node.mine(1, TRUE_SCRIPT), ...node.node.mine(2, TRUE_SCRIPT)];
  expect(readHeaders(await modern.next('headers'))).toEqual(more);
  expect(readInventory(await plain.next('inv'))).toEqual([[BLOCK, more.at(-1)]]);
  // More than eight blocks: only the tip.
  const tip = node.node.mine(9, TRUE_SCRIPT).at(-1);
  expect(readInventory(await modern.next('inv'))).toEqual([[BLOCK, tip]]);
});

test('behavior: a peer may ask for headers before the end of the handshake, as in Core', async () => {
  await using node = await startPeerNode(5);
  const peer = await connectPeer(node.address);
  // Before its version, it may not.
  peer.send('sendaddrv2');
  peer.send('version', versionPayload());
  await peer.next('version');
  peer.send('sendheaders');
  peer.send('verack');
  await peer.settled();
  peer.send('getheaders', locator([await node.hashAt(4)]));
  expect(readHeaders(await peer.next('headers'))).toEqual([await node.hashAt(5)]);
  const hashes = node.node.mine(1, TRUE_SCRIPT);
  expect(readHeaders(await peer.next('headers'))).toEqual(hashes);
});

test('behavior: a locator of another branch counts for nothing', async () => {
  await using node = await startPeerNode(3);
  const peer = await greetedPeer(node.address);
  const stale = await node.hashAt(3);
  await node.call('invalidateblock', stale);
  node.node.mine(1, TRUE_SCRIPT);
  await peer.settled();
  peer.send('getheaders', locator([stale]));
  expect(readHeaders(await peer.next('headers'))).toHaveLength(3);
  peer.send('getheaders', locator([stale, await node.hashAt(2)]));
  expect(readHeaders(await peer.next('headers'))).toHaveLength(1);
});

test('behavior: a reorganisation is announced from the fork', async () => {
  await using node = await startPeerNode(5);
  const peer = await greetedPeer(node.address);
  peer.send('sendheaders');
  peer.send('getheaders', locator([await node.hashAt(0)]));
  await peer.next('headers');
  await node.call('invalidateblock', await node.hashAt(4));
  const { blocks } = { blocks: await node.call('generatetoaddress', 3, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080') };
  const announced: string[] = [];
  while (announced.length < 3) announced.push(...readHeaders(await peer.next('headers')));
  expect(announced).toEqual(blocks);
});

test('behavior: follows a longer chain of a peer, with headers first, and reorganises', async () => {
  await using node = await startPeerNode(2);
  const chain = otherChain(40);
  const peer = await greetedPeer(node.address);
  const byHash = new Map(chain.map((block) => [hashOf(block.subarray(0, 80)), block]));
  const hashes = [...byHash.keys()];
  peer.send('inv', inventory([BLOCK, hashes.at(-1)!]));
  await peer.next('getheaders');
  peer.send('headers', headers(chain.map((block) => block.subarray(0, 80))));
  const requested: string[] = [];
  while (requested.length < 40) {
    const items = readInventory(await peer.next('getdata'));
    expect(items.every(([type]) => type === WITNESS_BLOCK)).toBe(true);
    for (const [, hash] of items) peer.send('block', byHash.get(hash));
    requested.push(...items.map(([, hash]) => hash));
  }
  expect(requested).toEqual(hashes);
  await expect.poll(() => node.node.tip().hash).toBe(hashes.at(-1));
  expect(await node.call('getpeerinfo')).toMatchObject([{ synced_headers: 40, synced_blocks: 40, inflight: [] }]);
  expect((await node.call('getchaintips')).map(({ status }: { status: string }) => status)).toEqual(['active', 'valid-fork']);
});

test('behavior: a branch with less work is not fetched', async () => {
  await using node = await startPeerNode(5);
  const peer = await greetedPeer(node.address);
  const chain = otherChain(4);
  peer.send('headers', headers(chain.map((block) => block.subarray(0, 80))));
  peer.send('block', chain[0]);
  await peer.settled();
  expect(peer.received.some(({ command }) => command === 'getdata')).toBe(false);
  expect((await node.call('getchaintips')).map(({ status }: { status: string }) => status)).toEqual(['active', 'headers-only']);
});

test('behavior: another peer delivers what the first one leaves', async () => {
  await using node = await startPeerNode(0);
  const chain = otherChain(20);
  const byHash = new Map(chain.map((block) => [hashOf(block.subarray(0, 80)), block]));
  const announcement = headers(chain.map((block) => block.subarray(0, 80)));
  const first = await greetedPeer(node.address);
  first.send('headers', announcement);
  expect(readInventory(await first.next('getdata'))).toHaveLength(16);
  const second = await greetedPeer(node.address);
  second.send('headers', announcement);
  await second.settled();
  expect(second.received.some(({ command }) => command === 'getdata')).toBe(false);
  first.close();
  while (node.node.tip().height < 20) {
    const items = readInventory(await second.next('getdata'));
    for (const [, hash] of items) second.send('block', byHash.get(hash));
    await second.settled();
  }
});

test('behavior: headers that do not connect are asked for from the fork', async () => {
  await using node = await startPeerNode(3);
  const peer = await greetedPeer(node.address);
  await peer.next('getheaders');
  peer.send('headers', headers([]));
  peer.send('headers', headers([otherChain(5)[4]!.subarray(0, 80)]));
  await peer.next('getheaders');
  await peer.settled();
});

test('option: a peer that may not be banned stays, whatever it sends', async () => {
  await using node = await startPeerNode(0, { whitelist: [{ permissions: ['noban'], address: '127.0.0.1', prefix: 32 }] });
  const peer = await greetedPeer(node.address);
  peer.send('block', Buffer.from(serializeBlock(buildBlock({ core: createCore({}), fees: 1n }))));
  peer.send('headers', headers([otherChain(3)[0]!.subarray(0, 80), otherChain(3)[2]!.subarray(0, 80)]));
  await peer.settled();
  const [info] = await node.call('getpeerinfo');
  expect(info.permissions).toEqual(['noban', 'download']);
  expect(node.node.tip().height).toBe(0);
});

test('error: a peer that sends an invalid block or header is disconnected', async () => {
  await using node = await startPeerNode(0);
  const core = createCore({});
  const bad = (change: Parameters<typeof buildBlock>[0]) => Buffer.from(serializeBlock(buildBlock(change)));
  const tooMuch = bad({ core, fees: 1n });
  const withWrongRoot = bad({ core });
  const chain = otherChain(3).map((block) => block.subarray(0, 80));
  const withoutWork = Buffer.from(chain[0]!);
  do withoutWork.writeUInt32LE(withoutWork.readUInt32LE(76) + 1, 76);
  while (Number.parseInt(hashOf(withoutWork).slice(0, 2), 16) < 0x80);
  withWrongRoot.writeUInt8((withWrongRoot.at(-1) ?? 0) ^ 1, withWrongRoot.length - 1);
  const faults: [string, Buffer][] = [
    ['block', tooMuch],
    ['block', withWrongRoot],
    // Its parent is unknown.
    ['block', otherChain(3)[2]!],
    ['headers', headers([withoutWork])],
    ['headers', headers([chain[0]!, chain[2]!])],
  ];
  for (const [command, payload] of faults) {
    const peer = await greetedPeer(node.address);
    peer.send(command, payload);
    await peer.closed();
  }
  expect(node.node.tip().height).toBe(0);
  expect(await node.call('generatetoaddress', 1, TRUE_ADDRESS)).toHaveLength(1);
});

test('error: a peer is disconnected when its block of another branch fails to connect', async () => {
  await using node = await startPeerNode(2);
  const core = createCore({ genesisTime: 1_700_000_000 });
  const raw = (block: Block) => Buffer.from(serializeBlock(block));
  const valid = core.miner.mine(TRUE_SCRIPT)!;
  const bad = buildBlock({ core, fees: 1n });
  const [sender, other] = [await greetedPeer(node.address), await greetedPeer(node.address)];
  other.send('headers', headers([raw(valid.block).subarray(0, 80)]));
  other.send('block', raw(valid.block));
  // As high as the tip, so that it is kept and not connected.
  sender.send('headers', headers([raw(valid.block).subarray(0, 80), raw(bad).subarray(0, 80)]));
  sender.send('block', raw(valid.block));
  sender.send('block', raw(bad));
  await sender.settled();
  const above = buildBlock({ core, parent: blockEntry(recordBlock(bad), valid, 0) });
  other.send('block', raw(above));
  await sender.closed();
  await other.settled();
  expect(node.node.tip().height).toBe(2);
});

test('behavior: headers stay known when their peer is gone, and the next peer delivers the blocks', async () => {
  await using node = await startPeerNode(1);
  const chain = otherChain(3);
  const first = await greetedPeer(node.address);
  first.send('headers', headers(chain.slice(0, 2).map((block) => block.subarray(0, 80))));
  await first.next('getdata');
  first.close();
  expect((await node.call('getchaintips')).map(({ status }: { status: string }) => status)).toEqual(['headers-only', 'active']);
  const second = await greetedPeer(node.address);
  // Only the last header: the node knows the others.
  second.send('headers', headers([chain[2]!.subarray(0, 80)]));
  const items = readInventory(await second.next('getdata'));
  expect(items).toHaveLength(3);
  // Out of order.
  for (const block of [...chain].reverse()) second.send('block', block);
  await second.settled();
  expect(node.node.tip().height).toBe(3);
});

test('behavior: a peer that serves no blocks is asked for headers once, whatever it announces', async () => {
  await using node = await startPeerNode(1);
  const peer = await greetedPeer(node.address, { services: 8n });
  peer.send('inv', inventory([BLOCK, 'aa'.repeat(32)]));
  await peer.next('getheaders');
  peer.send('headers', headers([]));
  peer.send('inv', inventory([BLOCK, 'bb'.repeat(32)]));
  await peer.settled();
  expect(peer.received.some(({ command }) => command === 'getheaders')).toBe(false);
});

test('behavior: blocks that left the active chain are served for 30 days', async () => {
  await using node = await startPeerNode(3);
  const stale = await node.hashAt(3);
  await node.call('invalidateblock', stale);
  node.node.mine(2, TRUE_SCRIPT);
  await node.call('reconsiderblock', stale);
  const peer = await greetedPeer(node.address);
  const serves = async () => {
    peer.received.length = 0;
    peer.send('getdata', inventory([WITNESS_BLOCK, stale]));
    peer.send('getheaders', locator([], stale));
    await peer.settled();
    return ['block', 'headers'].map((name) => peer.received.some(({ command }) => command === name));
  };
  expect(await serves()).toEqual([true, true]);
  await node.call('setmocktime', node.node.tip().time + 31 * 24 * 60 * 60);
  node.node.mine(1, TRUE_SCRIPT);
  expect(await serves()).toEqual([false, false]);
});

test('behavior: a new peer is asked for the block of the best header', async () => {
  await using node = await startPeerNode(2);
  const block = buildBlock({ core: coreOf(await node.rawBlock(1), await node.rawBlock(2)) });
  const raw = Buffer.from(serializeBlock(block));
  await node.call('submitheader', raw.subarray(0, 80).toString('hex'));
  const peer = await greetedPeer(node.address);
  const request = await peer.next('getheaders');
  expect(request.subarray(5, 37).reverse().toString('hex')).toBe(await node.hashAt(2));
});

test('behavior: the announcement of a known header requests the blocks before it that the node lacks', async () => {
  await using node = await startPeerNode(1);
  const [one, two] = otherChain(2);
  for (const block of [one!, two!]) await node.call('submitheader', block.subarray(0, 80).toString('hex'));
  const peer = await greetedPeer(node.address);
  peer.send('inv', inventory([BLOCK, hashOf(two!.subarray(0, 80))]));
  const wanted = [one!, two!].map((block): [number, string] => [WITNESS_BLOCK, hashOf(block.subarray(0, 80))]);
  expect(readInventory(await peer.next('getdata'))).toEqual(wanted);
});
