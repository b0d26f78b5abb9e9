import { describe, expect, test } from 'vitest';
import { testGateway } from './support/gateway.js';
import { STATE } from './support/memory-devnet.js';

const load = { method: 'POST', url: '/devnet/v1/load' } as const;
const headers = { 'content-type': 'application/octet-stream' };

test('default: the state as a file, and back', async () => {
  await using gateway = await testGateway();
  const dumped = await gateway.app.inject('/devnet/v1/dump');
  expect(dumped.statusCode).toBe(200);
  expect(dumped.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="devnet.state"',
    'cache-control': 'no-store',
  });
  expect(dumped.headers).not.toHaveProperty('access-control-allow-origin');
  expect(dumped.rawPayload).toEqual(STATE);
  const loaded = await gateway.app.inject({ ...load, headers, payload: dumped.rawPayload });
  expect(loaded.statusCode).toBe(200);
  expect(loaded.json()).toMatchObject({ ready: true });
  expect(gateway.devnet.calls).toEqual([['dumpState'], ['loadState', STATE.toString()], ['status']]);
});

describe('who may', () => {
  test('error: other machines, names and pages', async () => {
    await using gateway = await testGateway();
    for (const request of [{ ...load, headers, payload: STATE }, { method: 'GET', url: '/devnet/v1/dump' } as const]) {
      for (const changed of [
        { remoteAddress: '192.0.2.7' },
        { headers: { ...headers, host: 'evil.example' } },
        { headers: { ...headers, origin: 'https://evil.example' } },
      ]) {
        expect((await gateway.app.inject({ ...request, ...changed })).statusCode).toBe(403);
      }
    }
    expect(gateway.devnet.calls).toEqual([]);
  });
});

test('error: a body that is too long for the setting', async () => {
  await using gateway = await testGateway({ control: { stateLimit: STATE.length - 1 } });
  const response = await gateway.app.inject({ ...load, headers, payload: STATE });
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'body', hint: expect.stringContaining('control.stateLimit') });
  expect(gateway.devnet.calls).toEqual([]);
});

test('error: a body of another type, and none', async () => {
  await using gateway = await testGateway();
  for (const type of ['application/json', 'text/plain', undefined]) {
    const response = await gateway.app.inject({ ...load, ...(type && { headers: { 'content-type': type } }), payload: STATE });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ field: 'content-type', expected: 'application/octet-stream' });
  }
  expect((await gateway.app.inject(load)).statusCode).toBe(415);
});
