import { expect, test } from 'vitest';
import { TRUE_SCRIPT } from '../harness.js';
import { startPeerNode } from './peer-node.js';
import { connectPeer, frame, greetedPeer, inventory } from './test-peer.js';

const WITNESS_BLOCK = 0x40000002;

test('behavior: a message with a wrong checksum or name is skipped, as by Core', async () => {
  await using node = await startPeerNode();
  const peer = await greetedPeer(node.address);
  const damaged = frame('getheaders', Buffer.from('00', 'hex'));
  damaged[20] = (damaged[20] ?? 0) ^ 1;
  peer.sendRaw(damaged);
  peer.sendRaw(frame('a\0b', Buffer.alloc(0)));
  peer.send('unknown', Buffer.alloc(100));
  await peer.settled();
});

const long = (count: number, width: number): Buffer => {
  const payload = Buffer.alloc(3 + count * width);
  payload[0] = 0xfd;
  payload.writeUInt16LE(count, 1);
  return payload;
};
const tooLarge = frame('tx', Buffer.alloc(0));
tooLarge.writeUInt32LE(4_000_001, 16);

test.each<[string, Buffer]>([
  ['other magic bytes', Buffer.concat([Buffer.from('f9beb4d9', 'hex'), Buffer.alloc(20)])],
  ['a message beyond 4 MB', tooLarge],
  ['50,001 inventory items', frame('inv', long(50_001, 36))],
  ['a getdata of 50,001 items', frame('getdata', long(50_001, 36))],
  ['2,001 headers', frame('headers', Buffer.concat([Buffer.from('fdd107', 'hex'), Buffer.alloc(2001 * 81)]))],
  ['a locator of 102 hashes', frame('getheaders', Buffer.concat([Buffer.alloc(4), Buffer.from([102]), Buffer.alloc(103 * 32)]))],
  ['1,001 addresses', frame('addr', long(1001, 30))],
  ['a filter, which is no service of the node', frame('filterload', Buffer.alloc(10))],
])('error: %s ends the connection', async (_, bytes) => {
  await using node = await startPeerNode();
  const peer = await greetedPeer(node.address);
  peer.sendRaw(bytes);
  await peer.closed();
  // Others are not affected.
  await greetedPeer(node.address);
});

test.each<[string, Buffer]>([
  ['a transaction that cannot be decoded', frame('tx', Buffer.from('0200', 'hex'))],
  ['an inventory that ends early', frame('inv', Buffer.from('05', 'hex'))],
  ['an inventory that ends early, and says that it is too long', frame('inv', Buffer.from('fdffff', 'hex'))],
  ['a long notfound', frame('notfound', long(50_001, 36))],
  ['a locator that ends early, and says that it is too long', frame('getheaders', Buffer.from('00000000fdffff', 'hex'))],
  ['addresses that end early, and say that they are too many', frame('addr', Buffer.from('fdffff', 'hex'))],
  ['a ping without a nonce', frame('ping', Buffer.alloc(0))],
  ['a block that ends early', frame('block', Buffer.alloc(40))],
])('behavior: %s is ignored, as by Core', async (_, bytes) => {
  await using node = await startPeerNode();
  const peer = await greetedPeer(node.address);
  peer.sendRaw(bytes);
  await peer.settled();
});

test('behavior: a peer that reads nothing does not fill the memory', async () => {
  await using node = await startPeerNode(2);
  const [hash] = node.node.mine(1, TRUE_SCRIPT);
  const peer = await greetedPeer(node.address);
  peer.pause();
  const request = inventory(...Array.from({ length: 50_000 }, (): [number, string] => [WITNESS_BLOCK, hash!]));
  for (let at = 0; at < 4; at++) peer.send('getdata', request);
  const other = await greetedPeer(node.address);
  await other.settled();
  const sent = async () => (await node.call('getpeerinfo'))[0].bytessent;
  await expect.poll(sent).toBeGreaterThan(1_000_000);
  await other.settled();
  // What the system buffers for the connection, and one megabyte; the answers have 50 MB.
  expect(await sent()).toBeLessThan(20_000_000);
});

test('behavior: at most 114 peers connect', async () => {
  await using node = await startPeerNode();
  const peers = await Promise.all(Array.from({ length: 114 }, () => connectPeer(node.address)));
  await expect.poll(() => node.call('getconnectioncount')).toBe(114);
  await (await connectPeer(node.address)).closed();
  peers[0]?.close();
  await expect.poll(() => node.call('getconnectioncount')).toBe(113);
  await greetedPeer(node.address);
  for (const peer of peers) peer.close();
});
