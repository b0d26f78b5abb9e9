import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSignerRelays } from '#dist/engines/real-nodes/observer/signer-relays.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A signer that takes requests, and answers them once it is not suspended. */
async function startSigner() {
  const events: string[] = [];
  const held: (() => void)[] = [];
  let isSuspended = false;
  let seen: () => void = () => undefined;
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (isSuspended) await new Promise<void>((resolve) => held.push(resolve));
    events.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
    response.end();
    seen();
  });
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { address: host, port } = server.address() as AddressInfo;
  return {
    at: { host, port },
    /** Resolves with the first `count` events. */
    async first(count: number) {
      while (events.length < count) {
        await new Promise<void>((resolve) => {
          seen = resolve;
        });
      }
      return events.slice(0, count);
    },
    suspend() {
      isSuspended = true;
    },
    resume() {
      isSuspended = false;
      for (const answer of held.splice(0)) answer();
    },
  };
}

const relays = () => {
  const made = createSignerRelays(['stacks-signer', 'stacks-signer-2']);
  closers.push(made.shut);
  return made;
};
const json = (text: string) => Buffer.from(text);

test('default: each signer gets its events in their order', async () => {
  const { pass, open } = relays();
  const [one, two] = [await startSigner(), await startSigner()];
  open('stacks-signer', one.at);
  open('stacks-signer-2', two.at);
  expect(pass('/stacks-signer/new_burn_block', json('1'))).toBe(true);
  expect(pass('/stacks-signer-2/new_burn_block', json('2'))).toBe(true);
  expect(pass('/stacks-signer/stackerdb_chunks', json('3'))).toBe(true);
  expect(await one.first(2)).toEqual(['POST /new_burn_block application/json 1', 'POST /stackerdb_chunks application/json 3']);
  expect(await two.first(1)).toEqual(['POST /new_burn_block application/json 2']);
});

test('default: an event for nobody of them is not theirs', () => {
  const { pass } = relays();
  expect(['/new_block', '/stacks-signer', '/stacks-signer-3/new_block'].map((path) => pass(path, json('1')))).toEqual([
    false,
    false,
    false,
  ]);
});

test('behavior: a suspended signer holds back no event of another one, and gets its own when it is back', async () => {
  const { pass, open } = relays();
  const [one, two] = [await startSigner(), await startSigner()];
  open('stacks-signer', one.at);
  open('stacks-signer-2', two.at);
  one.suspend();
  for (const event of ['1', '2']) for (const signer of ['stacks-signer', 'stacks-signer-2']) pass(`/${signer}/new_burn_block`, json(event));
  expect(await two.first(2)).toHaveLength(2);
  one.resume();
  expect(await one.first(2)).toEqual(['POST /new_burn_block application/json 1', 'POST /new_burn_block application/json 2']);
});

test('behavior: a signer that has not been started yet, or of an earlier life, gets no old events', async () => {
  const { pass, open, shut } = relays();
  pass('/stacks-signer/new_burn_block', json('before'));
  const old = await startSigner();
  old.suspend();
  open('stacks-signer', old.at);
  pass('/stacks-signer/new_burn_block', json('of an earlier life'));
  shut();
  const signer = await startSigner();
  open('stacks-signer', signer.at);
  pass('/stacks-signer/new_burn_block', json('now'));
  expect(await signer.first(1)).toEqual(['POST /new_burn_block application/json now']);
});
