import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '#dist/cli/run.js';
import { type Gateway, startGateway } from '#dist/gateway/server.js';
import { emptyHome } from '../cli/child.js';
import { inProcess, silentContext } from '../cli/in-process.js';
import { FAUCET_AMOUNTS, testGateway } from './support/gateway.js';
import { memoryDevnet } from './support/memory-devnet.js';

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway({ faucetAmounts: FAUCET_AMOUNTS, devnet: memoryDevnet('http://127.0.0.1:9'), version: '1.2.3' });
});
afterEach(() => gateway.close());

test("default: the logs of the network's programs, and the last lines of one", async () => {
  await using tested = await testGateway();
  expect((await tested.app.inject('/devnet/v1/logs')).json()).toEqual({
    logs: [
      { name: 'bitcoind', program: 'bitcoind' },
      { name: 'stacks-signer-2', program: 'stacks-signer' },
    ],
  });
  const answer = await tested.app.inject('/devnet/v1/logs/bitcoind?tail=2');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toBe('two\nthree\n');
  expect((await tested.app.inject('/devnet/v1/logs/bitcoind')).body).toBe('one\ntwo\nthree\n');
});

test('behavior: a followed log continues until the gateway closes', async () => {
  const answer = await new Promise<IncomingMessage>((resolve) => get(`${gateway.url}/devnet/v1/logs/bitcoind?follow=true&tail=1`, resolve));
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) {
    text += piece;
    if (text.endsWith('new\n')) void gateway.close();
  }
  expect(text).toBe('three\nnew\n');
});

test.each([
  [
    'an unknown log',
    '/devnet/v1/logs/geth',
    404,
    { code: 'NOT_FOUND', field: 'name', expected: 'bitcoind, stacks-signer-2', received: 'geth' },
  ],
  ['a number of lines below zero', '/devnet/v1/logs/bitcoind?tail=-1', 400, { code: 'INVALID_INPUT', field: 'tail' }],
  ['an unknown value of follow', '/devnet/v1/logs/bitcoind?follow=maybe', 400, { code: 'INVALID_INPUT', field: 'follow' }],
])('error: %s', async (_name, url, status, body) => {
  await using tested = await testGateway();
  const answer = await tested.app.inject(url);
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({ status, body });
});

test('error: another machine may not read logs', async () => {
  await using tested = await testGateway();
  expect((await tested.app.inject({ url: '/devnet/v1/logs', remoteAddress: '192.0.2.1' })).statusCode).toBe(403);
});

test('default: the command "logs" prints the log of a program', async () => {
  using home = emptyHome();
  const logs = (...args: string[]) => inProcess(['logs', '--url', gateway.url, ...args], home.env);
  expect(await logs('bitcoind', '--lines', '1')).toEqual({ status: 0, stdout: 'three', stderr: '' });
  expect(await logs('geth')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('service: expected devnet, bitcoind, stacks-signer-2, received "geth"'),
  });
  expect(await logs()).toMatchObject({ status: 3, stderr: expect.stringContaining('no up of this user on this machine serves') });
});

test('behavior: "logs --follow" ends with the devnet', async () => {
  using home = emptyHome();
  let text = '';
  const write = (piece: string): void => {
    text += piece;
    if (piece.endsWith('new\n')) void gateway.close();
  };
  const context = { ...silentContext(home.env), stdout: { isTTY: false, write } };
  expect(await run(['logs', 'bitcoind', '--follow', '--lines', '0', '--url', gateway.url], context)).toBe(0);
  expect(text).toBe('new\n');
});
