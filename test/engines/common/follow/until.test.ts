import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { until } from '#dist/engines/common/follow/until.js';

test('default: polls until there is a value, also while the service does not answer', async () => {
  let looks = 0;
  const value = await until({
    what: 'the third look',
    timeoutMs: 5_000,
    intervalMs: 1,
    look: async () => {
      looks++;
      if (looks === 1) throw new DevnetError('NOT_REACHABLE', 'connection refused');
      return looks === 3 ? looks : undefined;
    },
  });
  expect(value).toBe(3);
});

test('error: a timeout has the last report and the explanation', async () => {
  const waiting = until({
    what: 'something',
    timeoutMs: 20,
    intervalMs: 1,
    explain: async () => 'The last output.',
    look: async (see) => {
      see('a shadow');
      return undefined;
    },
  });
  await expect(waiting).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'gave up waiting for something after 20 ms; last seen: a shadow',
    hint: 'The last output.',
  });
});

test('error: rejects with the reason of `ends`', async () => {
  const ended = new AbortController();
  const reason = new DevnetError('NOT_REACHABLE', 'bitcoind ended unexpectedly, by SIGKILL');
  const waiting = until({ what: 'something', timeoutMs: 60_000, ends: ended.signal, look: async () => undefined });
  ended.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test('error: rejects with an error that is not transient', async () => {
  const mistake = new TypeError('a mistake');
  const waiting = until({ what: 'something', timeoutMs: 60_000, look: () => Promise.reject(mistake) });
  await expect(waiting).rejects.toBe(mistake);
});
