import { describe, expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { testGateway } from './support/gateway.js';

const page = 'http://localhost:5173';
const host = 'localhost:3999';

describe('a page on an origin of control.origins', () => {
  test('default: reads answers, and every answer varies with the origin', async () => {
    await using gateway = await testGateway({ control: { origins: [page] } });
    const answer = await gateway.app.inject({ url: '/devnet/v1/status', headers: { host, origin: page } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': page, vary: 'Origin' });
    expect(answer.headers['access-control-expose-headers']).toContain('retry-after');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const program = await gateway.app.inject({ url: '/devnet/v1/status', headers: { host } });
    expect(program.statusCode).toBe(200);
    expect(program.headers).not.toHaveProperty('access-control-allow-origin');
    expect(program.headers['vary']).toBe('Origin');
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'behavior: a preflight allows %s with the headers that the page requested',
    async (method) => {
      await using gateway = await testGateway({ control: { origins: ['http://other.example', page] } });
      const preflight = await gateway.app.inject({
        method: 'OPTIONS',
        url: '/devnet/v1/snapshots/s1',
        headers: {
          host,
          origin: page,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      expect({ status: preflight.statusCode, body: preflight.body }).toEqual({ status: 204, body: '' });
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': page,
        'access-control-allow-headers': 'authorization,content-type',
        'access-control-max-age': '600',
        vary: 'Origin, Access-Control-Request-Headers',
      });
      expect(String(preflight.headers['access-control-allow-methods']).split(', ')).toContain(method);
      expect(gateway.devnet.calls).toEqual([]);
    },
  );

  test('behavior: an error can be read, too', async () => {
    await using gateway = await testGateway({ control: { origins: [page] } });
    gateway.devnet.fail('mine', new DevnetError('BUSY', 'not now'));
    const headers = { host, origin: page };
    const busy = await gateway.app.inject({ method: 'POST', url: '/devnet/v1/mine', headers, payload: { bitcoin: 1 } });
    const unknown = await gateway.app.inject({ url: '/devnet/v1/nothing', headers });
    expect([busy, unknown].map(({ statusCode }) => statusCode)).toEqual([409, 404]);
    for (const answer of [busy, unknown]) expect(answer.headers['access-control-allow-origin']).toBe(page);
  });

  test.each(['http://localhost:5174', 'https://localhost:5173', 'http://127.0.0.1:5173', 'http://evil.example', 'null'])(
    'error: another origin gets no CORS: %s',
    async (origin) => {
      await using gateway = await testGateway({ control: { origins: [page] } });
      const headers = { host, origin };
      const preflight = await gateway.app.inject({
        method: 'OPTIONS',
        url: '/devnet/v1/mine',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      });
      const answer = await gateway.app.inject({ url: '/devnet/v1/status', headers });
      expect(preflight.statusCode).not.toBe(204);
      for (const { headers: sent } of [preflight, answer]) expect(sent).not.toHaveProperty('access-control-allow-origin');
    },
  );

  test('error: a Host that is no name of this machine stays refused', async () => {
    await using gateway = await testGateway({ control: { origins: [page] } });
    const headers = { host: 'evil.example:3999', origin: page };
    expect((await gateway.app.inject({ url: '/devnet/v1/status', headers })).json()).toMatchObject({ code: 'FORBIDDEN', field: 'host' });
  });

  test('error: another machine stays refused, and without a key its preflight, too', async () => {
    await using gateway = await testGateway({ control: { origins: [page] } });
    const ask = (method: 'GET' | 'OPTIONS') =>
      gateway.app.inject({
        method,
        url: '/devnet/v1/status',
        remoteAddress: '10.0.0.9',
        headers: { host, origin: page, 'access-control-request-method': 'GET' },
      });
    expect((await ask('GET')).statusCode).toBe(403);
    expect((await ask('OPTIONS')).statusCode).toBe(403);
  });

  test('behavior: with a key, a page that another machine shows can send it: browsers send preflights without', async () => {
    await using gateway = await testGateway({ host: 'devnet.lan', control: { origins: [page], key: 'secret' } });
    const headers = { host: 'devnet.lan:3999', origin: page };
    const remoteAddress = '10.0.0.9';
    const url = '/devnet/v1/status';
    const preflight = await gateway.app.inject({
      method: 'OPTIONS',
      url,
      remoteAddress,
      headers: { ...headers, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.statusCode).toBe(204);
    const withKey = await gateway.app.inject({ url, remoteAddress, headers: { ...headers, authorization: 'Bearer secret' } });
    expect(withKey.statusCode).toBe(200);
    expect(withKey.headers['access-control-allow-origin']).toBe(page);
    expect((await gateway.app.inject({ url, remoteAddress, headers })).statusCode).toBe(403);
  });
});
