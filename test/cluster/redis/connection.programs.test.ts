import { describe, expect, test } from 'vitest';
import { connectRedis } from '#dist/cluster/redis/connection.js';
import { hasRedis, startRedis } from '../replicas/redis.js';

describe.skipIf(!hasRedis)('a connection to Redis', () => {
  test('behavior: a script that runs when Redis dies fails before the connection is made again', async () => {
    await using redis = await startRedis();
    const { run, close } = await connectRedis(redis.url);
    try {
      let failure: unknown;
      void run('while true do end', []).catch((error) => {
        failure = error;
      });
      await redis.kill();
      await redis.start();
      await expect.poll(() => run('return 1', []).catch(() => 0)).toBe(1);
      expect(failure).toMatchObject({ code: 'NOT_REACHABLE', field: 'redis' });
    } finally {
      await close();
    }
  });

  test('behavior: a channel that is subscribed while Redis is down has messages afterwards', async () => {
    await using redis = await startRedis();
    const { run, listen, close } = await connectRedis(redis.url);
    try {
      await redis.kill();
      let count = 0;
      listen('news', () => count++);
      await redis.start();
      await expect.poll(() => run(`return redis.call('PUBLISH', 'news', '')`, []).catch(() => 0)).toBe(1);
      await expect.poll(() => count).toBeGreaterThan(0);
    } finally {
      await close();
    }
  });
});
