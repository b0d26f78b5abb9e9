import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { DebugClient } from '#dist/tools/debugger/client.js';

test('error: an answer that is not of the protocol ends the connection and the requests that wait', async () => {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const events: string[] = [];
  const client = await DebugClient.connect(`tcp://127.0.0.1:${port}`, (event) => events.push(event));
  await expect(client.ask('initialize')).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
  expect(events).toEqual(['terminated']);
  client.close();
  await new Promise((resolve) => server.close(resolve));
});
