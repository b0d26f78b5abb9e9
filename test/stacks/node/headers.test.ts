import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startTestNode } from './test-node.js';

const TYPE = 'Content-Type: application/json\r\n';

/** Recorded from a stacks-node 4.0.2. */
test('behavior: upgrades and chunked bodies are refused as stacks-node refuses them', async () => {
  await using node = await startTestNode();
  const { hostname, port, host } = new URL(node.url);
  const ask = async (method: string, path: string, headers: string, body = '') => {
    const socket = connect(Number(port), hostname);
    socket.end(Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n${body}`, 'latin1'));
    const answer = await text(socket);
    return `${answer.slice(9, 12)} ${answer.slice(answer.indexOf('\r\n\r\n') + 4)}`;
  };
  const get = (headers: string) => ask('GET', '/v2/fees/transfer', headers);
  const post = (headers: string, body: string) => ask('POST', '/v2/transactions', headers, body);
  const undecodable = '400 Received an HTTP message that the node could not decode';

  for (const headers of ['Connection: close\r\n', 'Connection: Keep-Alive\r\n', 'X-A: 1\r\nX-A: 2\r\n'])
    expect(await get(headers)).toBe('200 1');
  expect(await get('Connection: foo\r\n')).toBe(undecodable);
  expect(await get('Connection: Upgrade\r\nUpgrade: websocket\r\n')).toBe(undecodable);
  expect(await post(`${TYPE}Content-Length: 2\r\n`, '{}')).toBe('400 Failed to decode: Failed to parse body');
  expect(await post(`${TYPE}Transfer-Encoding: chunked\r\n`, '2\r\n{}\r\n0\r\n\r\n')).toBe(undecodable);
});
