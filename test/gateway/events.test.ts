import { get, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { NO_COST } from '#dist/clarity/costs/arithmetic.js';
import { startGateway } from '#dist/gateway/server.js';
import { createPick } from '#dist/network/devnet/events/filter.js';
import { createFeed } from '#dist/network/event-feed/feed.js';
import { sendEvents } from '#dist/network/event-feed/reader.js';
import type { DevnetEvent } from '#dist/network/types.js';
import { EncodedEvents, PlacedEvents } from '#dist/stacks/protocol/receipt/encoded-events.js';
import { withEvents } from '#dist/stacks/protocol/receipt/lazy-events.js';
import { FAUCET_AMOUNTS, testGateway } from './support/gateway.js';
import { HASH, memoryDevnet } from './support/memory-devnet.js';

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
const ADDRESS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const LAST = `${ADDRESS}.last`;

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
  // biome-ignore lint/correctness/useYield: it has one step
  const pick = function* (event: DevnetEvent) {
    return event.type === 'restored' ? event : undefined;
  };
  sendEvents(one.output, { feed, filter: { key: 'restored', pick }, closing: end.signal, heartbeatMs: 1 });
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

test('behavior: over HTTP the header says where a reader resumes, before the URL that it began with', async () => {
  const devnet = memoryDevnet('http://127.0.0.1:9');
  const gateway = await startGateway({ faucetAmounts: FAUCET_AMOUNTS, devnet, version: '1.2.3' });
  for (const txid of ['aa', 'bb', 'cc']) devnet.emit({ type: 'bitcoin.tx', txid });
  const read = async (query: string, headers: Record<string, string>): Promise<string> => {
    const answer = await new Promise<IncomingMessage>((resolve) => get(`${gateway.url}/devnet/v1/events${query}`, { headers }, resolve));
    expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    let text = '';
    for await (const piece of answer.setEncoding('utf8')) {
      text += piece;
      if (text.includes('"cc"')) break;
    }
    return [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id).join();
  };
  expect(await read('?after=0', {})).toBe('1,2,3');
  expect(await read('?after=0', { 'last-event-id': '2' })).toBe('3');
  expect(await read('?after=1', { 'last-event-id': '' })).toBe('2,3');
  await gateway.close();
});

test.each([
  ['the header', '/devnet/v1/events', { 'last-event-id': 'x' }, 'last-event-id'],
  ['the query', '/devnet/v1/events?after=-1', {}, 'after'],
  ['the contract', '/devnet/v1/events?contract=vault', {}, 'contract'],
  ['an unknown name', '/devnet/v1/events?topik=a', {}, 'topik'],
])('error: %s is wrong', async (_name, url, headers, field) => {
  await using tested = await testGateway();
  const answer = await tested.app.inject({ url, headers });
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', field } });
});

/** A block with a transaction that has many events, as an engine reports it. */
function blockOf(count: number): DevnetEvent {
  const txid = `0x${'ab'.repeat(32)}`;
  const printed = (index: number) => ({
    type: 'contract_event',
    contract_event: { contract_identifier: index === count - 1 ? LAST : `${ADDRESS}.a`, topic: 'print', raw_value: '0x0703' },
  });
  const encoded = EncodedEvents.of(Array.from({ length: count }, (_, index) => printed(index)));
  const receipt = { txid, rawTx: '0x', txIndex: 0, status: 'success', rawResult: '0x03', vmError: null } as const;
  return {
    ...{ type: 'stacks.block', height: 41, hash: HASH, blockHash: HASH, parentHash: HASH, consensusHash: 'd' },
    ...{ burnHeight: 1, burnHash: 'e', time: 0 },
    receipts: [withEvents({ ...receipt, cost: NO_COST, events: [] }, new PlacedEvents(encoded, txid, 0))],
  };
}

const dataOf = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(String(json)));

test('behavior: an event is encoded once for all readers with the same filter; a large one has the first events of a transaction', async () => {
  const devnet = memoryDevnet('');
  const feed = createFeed(devnet);
  const pick = createPick({ contract: `${ADDRESS}.other` });
  if (pick === undefined) throw new Error('the filter selects');
  let picked = 0;
  const counting: typeof pick = (event) => {
    picked++;
    return pick(event);
  };
  const all = [reader(1e9), reader(1e9)];
  const some = [reader(1e9), reader(1e9)];
  for (const { output } of all) sendEvents(output, { feed, closing: closing().signal });
  for (const { output } of some) sendEvents(output, { feed, filter: { key: 'a', pick: counting }, closing: closing().signal });
  devnet.emit(blockOf(2_500));
  devnet.emit({ type: 'stacks.reorg', forkHeight: 40, height: 40, hash: HASH });
  for (const { ids } of [...all, ...some]) await expect.poll(() => ids().at(-1)).toBe(2);
  expect(picked).toBe(2);
  expect(feed.at(1)?.text(undefined)).toBe(feed.at(1)?.text(undefined));
  for (const { text, names } of all) {
    expect(names()).toEqual(['stacks.block', 'stacks.reorg']);
    const [{ receipts }] = dataOf(text());
    expect([receipts[0].events.length, receipts[0].omittedEvents]).toEqual([1_000, 1_500]);
    expect(receipts[0].events[999]).toMatchObject({ event_index: 999, contract_event: { value: { repr: '(ok true)' } } });
  }
  for (const { names } of some) expect(names()).toEqual(['stacks.reorg']);
  for (const { output } of [...all, ...some]) output.destroy();
});

test('behavior: a filter finds the last of many events', async () => {
  const devnet = memoryDevnet('');
  const one = reader(1e9);
  const pick = createPick({ contract: LAST });
  sendEvents(one.output, { feed: createFeed(devnet), filter: pick && { key: 'last', pick }, closing: closing().signal });
  devnet.emit(blockOf(2_500));
  await expect.poll(one.ids).toEqual([1]);
  const [{ receipts }] = dataOf(one.text());
  expect(receipts[0].events).toEqual([expect.objectContaining({ event_index: 2_499 })]);
  one.output.destroy();
});

test.each([{ contract: `${ADDRESS}.a` }, { topic: 'print' }, { contract: `${ADDRESS}.a`, topic: 'print' }])(
  'behavior: of many events that match %j the first are sent, and the others counted',
  async (filter) => {
    const devnet = memoryDevnet('');
    const one = reader(1e9);
    const pick = createPick(filter, 1_000);
    sendEvents(one.output, { feed: createFeed(devnet), filter: pick && { key: 'a', pick }, closing: closing().signal });
    devnet.emit(blockOf(2_500));
    await expect.poll(one.ids).toEqual([1]);
    const [{ receipts }] = dataOf(one.text());
    const matching = 'contract' in filter ? 2_499 : 2_500;
    expect([receipts[0].events.length, receipts[0].omittedEvents]).toEqual([1_000, matching - 1_000]);
    one.output.destroy();
  },
);

test('behavior: what is remembered has a limit in bytes', async () => {
  const devnet = memoryDevnet('');
  const feed = createFeed(devnet);
  const block = blockOf(1);
  if (block.type !== 'stacks.block') throw new Error('it is a block');
  const rawTx = 'x'.repeat(20_000_000);
  for (let count = 0; count < 5; count++) {
    devnet.emit({ ...block, receipts: block.receipts.map((receipt) => ({ ...receipt, rawTx })) });
  }
  expect([feed.oldest(), feed.latest()]).toEqual([3, 5]);
  expect(feed.at(2)).toBeUndefined();
  expect(feed.at(3)).toBeDefined();
});
