import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { FULL_LENGTH } from '../../../full-length.js';
import { createRandom, type Random } from '../../protocol/script/random.js';
import { startPeerNode } from './peer-node.js';
import { connectPeer, frame, headers, inventory, locator, type TestPeer, versionPayload } from './test-peer.js';

// PEER_SEED, PEER_MUTATIONS: which messages to make and how many.
const { PEER_SEED: seedText, PEER_MUTATIONS: countText } = process.env;
const seed = seedText === undefined ? Date.now() % 1_000_000_000 : Number(seedText);
const count = Number(countText ?? (FULL_LENGTH ? 50_000 : 2_000));
const MAX_GROWTH_BYTES = 48 * 2 ** 20;
/** Messages on one connection, unless the node ends it before. */
const PER_CONNECTION = 40;
const TIMEOUT_MS = 600_000;

test(`behavior: ${count} mutated messages (PEER_SEED=${seed}) neither crash the node nor fill its memory`, {
  timeout: TIMEOUT_MS,
}, async () => {
  await using node = await startPeerNode(110);
  const start = node.node.snapshot();
  const random = createRandom(seed);
  const { raw, txid, wtxid } = await node.spend(1);
  const genesis = await node.hashAt(0);
  const block = await node.rawBlock(110);
  const messages: [string, Buffer][] = [
    ['version', versionPayload()],
    ...['verack', 'wtxidrelay', 'sendaddrv2', 'sendheaders', 'getaddr', 'mempool'].map((command): [string, Buffer] => [
      command,
      Buffer.alloc(0),
    ]),
    ['ping', Buffer.alloc(8)],
    ['pong', Buffer.alloc(8)],
    ['feefilter', Buffer.alloc(8)],
    ['getheaders', locator([genesis])],
    ['getblocks', locator([genesis])],
    ['getdata', inventory([1, txid], [5, wtxid], [2, genesis], [0x40000002, await node.hashAt(110)])],
    ['inv', inventory([1, txid], [5, wtxid], [2, genesis])],
    ['notfound', inventory([1, txid])],
    ['headers', headers([block.subarray(0, 80)])],
    ['block', block],
    ['tx', raw],
    ['addr', Buffer.alloc(31, 1)],
    ['sendcmpct', Buffer.alloc(9)],
  ];
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let peer: TestPeer | undefined;
  let before = 0;
  let dropped = 0;
  for (let at = 0; at < count; at++) {
    if (peer === undefined || peer.isClosed() || at % PER_CONNECTION === 0) {
      if (peer?.isClosed() === true) dropped++;
      peer?.close();
      node.node.restore(start);
      peer = await connectPeer(node.address);
      // Some connections have no handshake.
      if (random.below(8) > 0) {
        peer.send('version', versionPayload());
        if (random.below(2) === 0) peer.send('wtxidrelay');
        peer.send('verack');
      }
    }
    if (at === Math.floor(count / 4)) {
      collect();
      before = process.memoryUsage().heapUsed;
    }
    const [command, payload] = messages[random.below(messages.length)]!;
    peer.sendRaw(mutatedFrame(command, payload, random));
    peer.received.length = 0;
    if (at % 10 === 0) await node.call('getblockcount');
  }
  peer?.close();
  expect(dropped).toBeGreaterThan(count / PER_CONNECTION / 10);
  await expect.poll(() => node.call('getpeerinfo')).toEqual([]);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_GROWTH_BYTES);
});

/** Changes the payload with a correct checksum, or the whole message. */
function mutatedFrame(command: string, payload: Buffer, random: Random): Buffer {
  if (random.below(10) === 0) return mutated(frame(command, payload), random);
  return frame(command, random.below(4) === 0 ? payload : mutated(payload, random));
}

function mutated(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length === 0) return Buffer.alloc(random.below(100), random.below(256));
  switch (random.below(4)) {
    case 0:
      return copy.subarray(0, random.below(copy.length));
    case 1:
      return Buffer.concat([copy, Buffer.alloc(random.below(1000), random.below(256))]);
    case 2:
      copy.fill(0xff, random.below(copy.length), copy.length);
      return copy;
    default:
      for (let left = 1 + random.below(4); left > 0; left--) copy[random.below(copy.length)] = random.below(256);
      return copy;
  }
}
