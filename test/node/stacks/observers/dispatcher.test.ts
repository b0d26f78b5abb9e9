import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDispatcher } from '#dist/node/stacks/observers/dispatcher.js';

/** An observer that answers on command. */
async function observer() {
  const taken: number[] = [];
  let held: ServerResponse | undefined;
  let status: number | undefined;
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    taken.push(JSON.parse(body));
    if (status === undefined) held = response;
    else response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    answer(code: number) {
      status = code;
      held?.writeHead(code).end();
      held = undefined;
    },
    hold() {
      status = undefined;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('behavior: for an observer that does not answer, the last 1,000 events are queued, and one warning reports the loss of others', async () => {
  await using slow = await observer();
  const warnings: string[] = [];
  const dispatcher = createDispatcher([slow.endpoint], (message) => warnings.push(message));
  for (let event = 0; event < 1_500; event++) dispatcher.send('/new_block', event);
  await expect.poll(() => slow.taken).toEqual([0]);
  expect(warnings).toEqual([`the event observer at ${slow.endpoint} loses events: more than 1000 wait for it`]);
  slow.answer(200);
  await expect.poll(() => slow.taken.length).toBe(1_001);
  expect(slow.taken).toEqual([0, ...Array.from({ length: 1_000 }, (_, index) => 500 + index)]);
  slow.hold();
  for (let event = 0; event < 1_500; event++) dispatcher.send('/new_block', event);
  expect(warnings).toHaveLength(2);
  dispatcher.close();
});

test('behavior: one warning reports an observer that refuses or does not listen, until it accepts an event', async () => {
  await using other = await observer();
  const warnings: string[] = [];
  other.answer(500);
  const dispatcher = createDispatcher([other.endpoint, '127.0.0.1:1'], (message) => warnings.push(message));
  for (let event = 0; event < 3; event++) dispatcher.send('/new_block', event);
  await expect.poll(() => other.taken).toEqual([0, 1, 2]);
  await expect
    .poll(() => warnings.toSorted())
    .toEqual([
      'the event observer at 127.0.0.1:1 loses events: connect ECONNREFUSED 127.0.0.1:1',
      `the event observer at ${other.endpoint} loses events: it answered 500 to /new_block`,
    ]);
  dispatcher.close();
});
