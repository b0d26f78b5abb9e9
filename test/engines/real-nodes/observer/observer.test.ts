import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Observer, type ObserverEvent, startObserver } from '#dist/engines/real-nodes/observer/observer.js';

const events: ObserverEvent[] = [];
let observer: Observer | undefined;
beforeAll(async () => {
  const environment = { backchannel: async () => ({ listenOn: '127.0.0.1', calledAs: 'host.docker.internal' }) };
  observer = await startObserver(environment, (event) => events.push(event));
});
afterAll(() => observer?.close());

const post = async (headers: Record<string, string>) =>
  (await fetch(`http://127.0.0.1:${observer?.port}/new_block`, { method: 'POST', headers, body: '{"block_height":12345678901234567890}' }))
    .status;

test('default: a node reports events as they are', async () => {
  expect(observer?.host).toBe('host.docker.internal');
  expect(await post({ 'content-type': 'application/json' })).toBe(200);
  expect(events.splice(0)).toEqual([{ path: '/new_block', body: Buffer.from('{"block_height":12345678901234567890}') }]);
});

test.each([
  ['a form of a page', { 'content-type': 'text/plain', origin: 'https://evil.example' }],
  ['a page that sends JSON', { 'content-type': 'application/json', origin: 'http://127.0.0.1:5173' }],
  ['a browser without Origin', { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }],
  ['something else than JSON', { 'content-type': 'application/x-www-form-urlencoded' }],
])('error: %s invents no event', async (_, headers) => {
  expect(await post(headers)).toBe(403);
  expect(events).toEqual([]);
});

test('behavior: without a way to this process there is no observer', async () => {
  expect(await startObserver({ backchannel: async () => undefined }, () => undefined)).toBeUndefined();
});
