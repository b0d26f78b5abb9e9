import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyHome } from '../../cli/child.js';
import { inProcess } from '../../cli/in-process.js';
import { hasRedis, type RedisServer, startRedis } from './redis.js';
import { type SharedNetwork, STARTING, startShared } from './replicas.js';

const PAY = '/extended/v1/faucets/stx?address=ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5&wait=true';

describe.skipIf(!hasRedis)('a gateway whose Redis is down', () => {
  let redis: RedisServer;
  let network: SharedNetwork;
  beforeAll(async () => {
    redis = await startRedis();
    network = await startShared(redis, { count: 1, flags: ['--log-level', 'debug'] });
  }, STARTING);
  afterAll(async () => {
    await network?.[Symbol.asyncDispose]();
    await redis?.[Symbol.asyncDispose]();
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${network.replicas[0]?.url}${path}`, init);
    return { status: answer.status, text: await answer.text() };
  };

  test('behavior: requests that need it get 503 with the reason, others work; all work again once it is back', async () => {
    expect((await ask(PAY, { method: 'POST' })).status).toBe(200);
    await redis.kill();
    const refused = await ask(PAY, { method: 'POST' });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      503,
      expect.objectContaining({
        code: 'NOT_REACHABLE',
        error: expect.stringContaining('redis: Redis at redis://127.0.0.1:'),
        success: false,
      }),
    ]);
    expect((await ask('/devnet/v1/events', { headers: { 'last-event-id': '1' } })).status).toBe(503);
    expect((await ask('/v2/info')).status).toBe(200);
    expect((await ask('/metrics')).text).toMatch(/^devnet_redis_up\{.*\} 0$/m);
    await redis.start();
    await expect.poll(async () => (await ask(PAY, { method: 'POST' })).status).toBe(200);
    expect((await ask('/metrics')).text).toMatch(/^devnet_redis_up\{.*\} 1$/m);
  });

  test('behavior: the password is in no answer and no output', async () => {
    const answers = await Promise.all(
      ['/metrics', '/devnet/v1/status', '/devnet/v1/logs', '/ready', '/openapi.json'].map((path) => ask(path)),
    );
    const { stdout, stderr } = network.replicas[0]?.child ?? { stdout: [], stderr: [] };
    const said = [...answers.map(({ text }) => text), ...stdout, ...stderr].join('\n');
    expect(said).not.toContain(redis.password);
    expect(said).not.toContain(encodeURIComponent(redis.url));
  });
});

describe.skipIf(!hasRedis)('a Redis that cannot be used', () => {
  /** Runs a command that fails, and returns its output. */
  const failing = async (url: string): Promise<{ status: number; output: string }> => {
    using home = emptyHome();
    const env = { ...home.env, DEVNET_REDIS: url };
    const { status, stdout, stderr } = await inProcess(['keys', 'list'], env);
    return { status, output: `${stdout}\n${stderr}` };
  };

  test('error: a wrong password, and no server; neither message has the password', async () => {
    await using redis = await startRedis();
    const wrong = await failing(redis.url.replace(redis.password, 'another-secret'));
    expect(wrong.status).not.toBe(0);
    expect(wrong.output).toContain('WRONGPASS');
    await redis.kill();
    const down = await failing(redis.url);
    expect(down.status).not.toBe(0);
    expect(down.output).toContain('ECONNREFUSED');
    for (const secret of ['another-secret', redis.password]) expect(wrong.output + down.output).not.toContain(secret);
  });

  test('error: an address of another kind is refused without showing it', async () => {
    const { status, output } = await failing('http://user:another-secret@127.0.0.1');
    expect(status).toBe(2);
    expect(output).toContain('DEVNET_REDIS: expected a redis:// or rediss:// URL');
    expect(output).not.toContain('another-secret');
  });

  test('error: only the external engine shares a network', async () => {
    using home = emptyHome();
    const { status, stderr } = await inProcess(['up', '--redis', 'redis://127.0.0.1:1'], home.env);
    expect([status, stderr]).toEqual([6, expect.stringContaining('Only gateways of the external engine share one')]);
  });
});
