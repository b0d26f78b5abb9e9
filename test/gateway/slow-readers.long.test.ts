import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Gateway, startGateway } from '#dist/gateway/server.js';
import { FAUCET_AMOUNTS } from './support/gateway.js';
import { HASH, type MemoryDevnet, memoryDevnet } from './support/memory-devnet.js';

let devnet: MemoryDevnet;
let gateway: Gateway;
beforeEach(async () => {
  devnet = memoryDevnet('http://127.0.0.1:9');
  gateway = await startGateway({ faucetAmounts: FAUCET_AMOUNTS, devnet, version: '1.2.3' });
});
afterEach(() => gateway.close());

const MIB = 2 ** 20;
/** Blocks with updates of a MiB each, or two with the update of the parent. */
function blocks(count: number): void {
  for (let height = 1; height <= count; height++) {
    devnet.emit({
      type: 'stacks.block',
      height,
      hash: HASH,
      blockHash: 'f'.repeat(MIB),
      burnHeight: 201,
      burnHash: HASH,
      parentHash: HASH,
      consensusHash: '',
      time: 1_700_000_000,
      receipts: [],
    });
  }
}
const url = (path: string): string => `${gateway.url.replace('http', 'ws')}${path}`;

/** A client with its own handshake, which counts its messages. */
async function client(path: string, ...greetings: [said: string, answer: RegExp][]) {
  const socket = new WebSocket(url(path));
  let heard = 0;
  await once(socket, 'open');
  for (const [said, answer] of greetings) {
    const answered = new Promise<void>((resolve) => {
      const look = (data: Buffer): void => {
        if (!answer.test(data.toString())) return;
        socket.off('message', look);
        resolve();
      };
      socket.on('message', look);
    });
    socket.send(said);
    await answered;
  }
  socket.on('message', (data: Buffer) => {
    if (data.length >= MIB) heard++;
  });
  return { socket, heard: () => heard };
}

test.each<[string, string, [string, RegExp][]]>([
  ['websocket', '/extended/v1/ws', [['{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"event":"block"}}', /"result"/]]],
  ['Socket.IO', '/socket.io/?EIO=4&transport=websocket&subscriptions=block', [['40', /^40/]]],
])('behavior: a %s client that does not read is cut off, and what waited for it is not kept', async (_, path, greetings) => {
  await using other = { ...(await client(path, ...greetings)), [Symbol.asyncDispose]: async () => other.socket.terminate() };
  const slow = await client(path, ...greetings);
  slow.socket.pause();
  const rounds = 20;
  for (let round = 1; round <= rounds; round++) {
    blocks(1);
    await expect.poll(other.heard).toBe(round);
  }
  const closed = once(slow.socket, 'close');
  slow.socket.resume();
  await closed;
  expect(slow.heard()).toBeLessThan(rounds);
});

test('behavior: a reader of events that stops gets a gap, then the remembered events', async () => {
  const { hostname, port } = new URL(gateway.url);
  const socket: Socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.write('GET /devnet/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n', () => resolve()));
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  await expect.poll(() => text).toContain('retry:');
  socket.pause();
  // More than the buffers of both ends take, and more events than are remembered.
  blocks(20);
  const count = 5_000;
  for (let i = 1; i <= count; i++) devnet.emit({ type: 'bitcoin.tx', txid: `last-${i}` });
  socket.resume();
  await expect.poll(() => text).toContain(`last-${count}"`);
  expect(text).toContain('event: gap');
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids.at(-1)).toBe(20 + count);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const [, missed] = /"missed":(\d+)/.exec(text) ?? [];
  expect(ids.length + Number(missed)).toBe(20 + count);
  socket.destroy();
});
