import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { DevnetEvent } from '#dist/devnet/types.js';
import { createFeed } from '#dist/gateway/events/feed.js';
import { sendEvents } from '#dist/gateway/events/reader.js';
import { memoryDevnet } from './support/memory-devnet.js';

/** A reader that takes what comes until it is stopped. */
function reader(highWaterMark = 16_384) {
  let text = '';
  let taking = true;
  let waiting: (() => void) | undefined;
  const output = new Writable({
    highWaterMark,
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      if (taking) done();
      else waiting = done;
    },
  });
  return {
    output,
    text: () => text,
    stop: () => {
      taking = false;
    },
    go: async () => {
      taking = true;
      waiting?.();
      waiting = undefined;
      await new Promise((resolve) => setImmediate(resolve));
    },
    names: () => [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name),
    ids: () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => Number(id)),
  };
}
const closing = () => new AbortController();

test('default: names, increasing ids and data', () => {
  const devnet = memoryDevnet('');
  const feed = createFeed(devnet);
  const one = reader();
  const end = closing();
  sendEvents(one.output, { feed, closing: end.signal });
  devnet.emit({ type: 'bitcoin.tx', txid: 'ab' });
  devnet.emit({ type: 'faucet.payment', chain: 'bitcoin', coin: 'btc', txId: 'ab', address: 'bcrt1q', amount: '5' });
  expect(one.text()).toContain('id: 1\nevent: bitcoin.tx\ndata: {"type":"bitcoin.tx","txid":"ab"}\n\n');
  expect(one.names()).toEqual(['bitcoin.tx', 'faucet.payment']);
  expect(one.ids()).toEqual([1, 2]);
  end.abort();
  expect(one.output.writableEnded).toBe(true);
});

test('behavior: Last-Event-ID replays what came after, as far back as is remembered', () => {
  const devnet = memoryDevnet('');
  const feed = createFeed(devnet);
  for (let i = 1; i <= 1_500; i++) devnet.emit({ type: 'bitcoin.tx', txid: `${i}` });
  const near = reader();
  sendEvents(near.output, { feed, after: 1_498, closing: closing().signal });
  expect(near.ids()).toEqual([1_499, 1_500]);
  near.output.destroy();
  const far = reader(1e9);
  sendEvents(far.output, { feed, after: 100, closing: closing().signal });
  expect(far.text()).toContain('event: gap\ndata: {"type":"gap","missed":400,"next":501}\n\n');
  expect([far.ids()[0], far.ids().length]).toEqual([501, 1_000]);
  far.output.destroy();
  const stranger = reader(1e9);
  sendEvents(stranger.output, { feed, after: 99_999, closing: closing().signal });
  expect(stranger.names()[0]).toBe('gap');
  stranger.output.destroy();
});

test('behavior: a reader with a filter learns the number of what it does not get, to resume there', async () => {
  const devnet = memoryDevnet('');
  const feed = createFeed(devnet);
  const one = reader();
  const end = closing();
  const pick = (event: DevnetEvent) => (event.type === 'restored' ? event : undefined);
  sendEvents(one.output, { feed, pick, closing: end.signal, heartbeatMs: 1 });
  devnet.emit({ type: 'bitcoin.tx', txid: 'ab' });
  devnet.emit({ type: 'restored', id: 's1' });
  devnet.emit({ type: 'bitcoin.tx', txid: 'cd' });
  await expect.poll(one.ids).toEqual([2, 3]);
  expect(one.names()).toEqual(['restored']);
  expect(one.text()).toContain('id: 3\n\n');
  end.abort();
});

test('behavior: the server buffers nothing for a reader that stops; later it reports what the reader missed', async () => {
  const devnet = memoryDevnet('');
  const feed = createFeed(devnet);
  const slow = reader(64);
  sendEvents(slow.output, { feed, closing: closing().signal });
  devnet.emit({ type: 'bitcoin.tx', txid: 'first' });
  slow.stop();
  for (let i = 0; i < 10_000; i++) devnet.emit({ type: 'bitcoin.tx', txid: `${i}` });
  expect(slow.output.writableLength).toBeLessThan(1_000);
  await slow.go();
  await expect.poll(() => slow.ids().at(-1)).toBe(10_001);
  expect(slow.names()).toContain('gap');
  slow.output.destroy();
});

test('behavior: a reader that takes nothing is cut off', async () => {
  const devnet = memoryDevnet('');
  const dead = reader(16);
  dead.stop();
  sendEvents(dead.output, { feed: createFeed(devnet), closing: closing().signal, patienceMs: 5 });
  devnet.emit({ type: 'bitcoin.tx', txid: 'ab' });
  await expect.poll(() => dead.output.destroyed).toBe(true);
});

test('behavior: a line that says nothing comes while nothing happens', async () => {
  const one = reader();
  sendEvents(one.output, { feed: createFeed(memoryDevnet('')), closing: closing().signal, heartbeatMs: 2 });
  await expect.poll(() => one.text()).toContain(': here\n\n');
  one.output.destroy();
});
