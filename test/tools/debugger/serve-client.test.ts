import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Debugging } from '#dist/clarity/debug/debugging.js';
import { type Body, type DapMessage, encodeMessage, MessageReader } from '#dist/tools/debugger/messages.js';
import { serveClient } from '#dist/tools/debugger/serve-client.js';

const LARGE = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.large';
const SOURCE = 'x'.repeat(1_000_000);

test('behavior: requests wait while the client does not read the answers before them', async () => {
  let asked = 0;
  const debugging = {
    contract: async (contract: string) => {
      asked++;
      return { contract, source: SOURCE, lines: [] };
    },
  } as unknown as Debugging;
  let served: Socket | undefined;
  const server = createServer((socket) => {
    served = socket;
    serveClient(socket, debugging, []);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as { port: number }).port, '127.0.0.1');
  await once(client, 'connect');
  let seq = 0;
  const ask = (command: string, args: Body) => client.write(encodeMessage({ seq: ++seq, type: 'request', command, arguments: args }));
  ask('initialize', {});
  client.pause();
  for (let index = 0; index < 100; index++) ask('source', { source: { path: `${LARGE}.clar` } });
  await expect.poll(() => served?.writableNeedDrain).toBe(true);
  // The socket's buffers take some answers, nobody takes the others. Once the server has all requests, a turn is enough to handle them.
  await expect.poll(() => served?.bytesRead).toBe(client.bytesWritten);
  await new Promise(setImmediate);
  expect(asked).toBeLessThan(30);
  expect(served?.writableLength).toBeLessThan(3_000_000);

  const reader = new MessageReader();
  const answers: DapMessage[] = [];
  client.on('data', (bytes) => {
    for (const message of reader.push(bytes)) if (message.type === 'response') answers.push(message);
  });
  client.resume();
  await expect.poll(() => answers.length).toBe(101);
  expect(answers.map((answer) => answer.type === 'response' && answer.request_seq)).toEqual(
    Array.from({ length: 101 }, (_, index) => index + 1),
  );
  client.destroy();
  server.close();
  expect(asked).toBe(100);
});
