import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { guardNodes } from '#dist/platform/node/node-guard.js';
import { createStacksClient } from '#dist/stacks/protocol/client/client.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A program at a port, 0 for any free one. */
async function listen(answer: Answer, port = 0): Promise<{ url: string; port: number; kill(): Promise<void> }> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${at}`,
    port: at,
    kill() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const info: Answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"network_id":7}');
const rpc = (url: string) => ({ rpcUrl: url, rpcUser: 'user', rpcPassword: 'password' });
const NODE_ENDED = 'stacks-node ended unexpectedly, by SIGKILL';

/** Nodes that are started again when `restart` is called. */
function restarted(restart: () => Promise<void>) {
  let outage: string | undefined;
  let calls = 0;
  return {
    calls: () => calls,
    end(reason: string) {
      outage = reason;
    },
    outage: () => outage,
    async reachable() {
      calls++;
      await restart();
      outage = undefined;
    },
  };
}

test('default: nodes that nobody starts again have no guard: an error is final', () => {
  expect(guardNodes({ outage: () => 'a node does not answer' })).toBeUndefined();
});

test('behavior: a request to a node that answers asks nothing else', async () => {
  const node = await listen(info);
  const nodes = restarted(async () => undefined);
  const client = createStacksClient({ rpcUrl: node.url, guard: guardNodes(nodes) });
  expect(await client.getJson('/v2/info')).toEqual({ network_id: 7 });
  expect(nodes.calls()).toBe(0);
  client.close();
});

test.each(['known', 'not known yet'])('behavior: while a node is started again, requests wait; its end is %s', async (end) => {
  const node = await listen(info);
  const nodes = restarted(async () => void (await listen(info, node.port)));
  const client = createStacksClient({ rpcUrl: node.url, guard: guardNodes(nodes) });
  await client.getJson('/v2/info');
  await node.kill();
  if (end === 'known') nodes.end(NODE_ENDED);
  expect(await client.getJson('/v2/info')).toEqual({ network_id: 7 });
  expect(nodes.calls()).toBe(1);
  client.close();
});

test('behavior: a body that streams waits for the restart before it is read', async () => {
  const bodies: string[] = [];
  const store: Answer = async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.end('{}');
  };
  const node = await listen(store);
  await node.kill();
  const nodes = restarted(async () => void (await listen(store, node.port)));
  nodes.end(NODE_ENDED);
  const client = createStacksClient({ rpcUrl: node.url, guard: guardNodes(nodes) });
  const { status } = await client.send({ method: 'POST', path: '/v2/transactions', body: Readable.from([Buffer.from('abc')]) });
  expect([status, bodies]).toEqual([200, ['abc']]);
  client.close();
});

test('error: a body that streams when the node ends: the answer names the end of the node', async () => {
  const node = await listen((request) => void request.socket.destroy());
  const nodes = restarted(async () => undefined);
  const client = createStacksClient({ rpcUrl: node.url, guard: guardNodes(nodes) });
  const sent = client.send({ method: 'POST', path: '/v2/transactions', body: Readable.from([Buffer.from('abc')]) });
  setTimeout(() => nodes.end(NODE_ENDED), 100);
  await expect(sent).rejects.toMatchObject({
    code: 'NOT_REACHABLE',
    message: `${NODE_ENDED}. It is being started again. Send the request again.`,
  });
  expect(nodes.calls()).toBe(0);
  client.close();
});

test('behavior: a bitcoind that is starting is asked again when it is ready', async () => {
  let isReady = false;
  const starting = { result: null, error: { code: -28, message: 'Loading block index…' } };
  const node = await listen((_request, response) =>
    response.writeHead(isReady ? 200 : 500).end(JSON.stringify(isReady ? { result: 7, error: null } : starting)),
  );
  const nodes = restarted(async () => {
    isReady = true;
  });
  expect(await createBitcoinClient({ ...rpc(node.url), guard: guardNodes(nodes) }).height()).toBe(7);
  isReady = false;
  await expect(createBitcoinClient(rpc(node.url)).height()).rejects.toMatchObject({ code: 'RPC', rpcCode: -28 });
});

test('error: a node that is not started again: each request says how it ended', async () => {
  const node = await listen(info);
  await node.kill();
  const reason = new DevnetError('NOT_REACHABLE', 'bitcoind ended unexpectedly, with status 1, more than 5 times within a minute');
  const guard = guardNodes({ reachable: () => Promise.reject(reason) });
  await expect(createBitcoinClient({ ...rpc(node.url), guard }).height()).rejects.toBe(reason);
  const client = createStacksClient({ rpcUrl: node.url, guard });
  await expect(client.info()).rejects.toBe(reason);
  client.close();
});

test('behavior: an answer of the node is final, whatever it is', async () => {
  const node = await listen((_request, response) => response.writeHead(500).end('no'));
  const nodes = restarted(async () => undefined);
  const client = createStacksClient({ rpcUrl: node.url, guard: guardNodes(nodes) });
  await expect(client.info()).rejects.toMatchObject({ code: 'RPC', rpcCode: 500 });
  expect(nodes.calls()).toBe(0);
  client.close();
});
