import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { GREETING, READY } from '#dist/bitcoin/node/zmq/frames.js';
import { serveSubscriber } from '#dist/bitcoin/node/zmq/subscriber.js';

/** A command with 16 bytes of context, which the answer returns: flags, length, name, time to live. */
const PING = Buffer.concat([Buffer.from([0x04, 23, 4]), Buffer.from('PING'), Buffer.alloc(2), Buffer.alloc(16, 1)]);
/** More than the buffers of the system take. */
const COUNT = 1_000_000;

test('behavior: a subscriber that pings without reading is not read, either; later it gets every answer', async () => {
  let served: Socket | undefined;
  const server = createServer((socket) => {
    served = socket;
    serveSubscriber(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.pause();
  client.write(Buffer.concat([GREETING, READY]));
  client.write(Buffer.concat(new Array(COUNT).fill(PING)));
  await expect.poll(() => served?.isPaused(), { timeout: 20_000 }).toBe(true);
  expect(served?.writableLength).toBeLessThan(1_000_000);

  let received = 0;
  client.on('data', (bytes) => {
    received += bytes.length;
  });
  client.resume();
  const answers = GREETING.length + READY.length + COUNT * (PING.length - 2);
  await expect.poll(() => received, { timeout: 20_000 }).toBe(answers);
  client.destroy();
  server.close();
});
