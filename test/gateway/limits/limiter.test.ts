import { expect, test } from 'vitest';
import { createLimiter } from '#dist/gateway/limits/limiter.js';
import { resolveOptions } from '#dist/project/config/resolve.js';

const caller = { kind: 'ip', id: '192.0.2.1' } as const;

test('behavior: refused requests do not count, so that giving one back makes room for one', async () => {
  const { rateLimit } = resolveOptions({ rateLimit: { requests: { limit: 1, seconds: 60 } } });
  if (rateLimit === 'off') throw new TypeError('no limits');
  const limiter = await createLimiter(rateLimit, 1);
  const first = await limiter.request(caller);
  const refused = [await limiter.request(caller), await limiter.request(caller)];
  expect([first, ...refused].map(({ passed }) => passed)).toEqual([true, false, false]);
  await first.giveBack();
  expect((await limiter.request(caller)).passed).toBe(true);
  expect((await limiter.request(caller)).passed).toBe(false);
});
