import { expect, test } from 'vitest';
import { wait } from '#dist/wait.js';

const base = { what: 'a sign', details: () => ({ lastSeen: 'nothing' }) };

test('default: resolves with the value, and stops what it began', async () => {
  let stopped = 0;
  let deliver: (value: number) => void = () => undefined;
  const waiting = wait<number>({
    ...base,
    begin(settle) {
      deliver = settle.resolve;
      return () => {
        stopped++;
      };
    },
  });
  deliver(1);
  deliver(2);
  expect([await waiting, stopped]).toEqual([1, 1]);
});

test('behavior: a value at the start ends the wait at once', async () => {
  let stopped = 0;
  const value = await wait<number>({
    ...base,
    begin(settle) {
      settle.resolve(3);
      return () => {
        stopped++;
      };
    },
  });
  expect([value, stopped]).toEqual([3, 1]);
});

test('error: the timeout reports what was last seen', async () => {
  await expect(wait({ ...base, timeoutMs: 0, begin: () => () => undefined })).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'gave up waiting for a sign after 0 ms; last seen: nothing',
    lastSeen: 'nothing',
  });
});

test('error: the caller aborts, before or during', async () => {
  const abort = new AbortController();
  const during = wait({ ...base, signal: abort.signal, begin: () => () => undefined });
  abort.abort(new Error('enough'));
  await expect(during).rejects.toMatchObject({ code: 'ABORTED', cause: abort.signal.reason });
  const begun: string[] = [];
  const before = wait({
    ...base,
    signal: abort.signal,
    begin: () => {
      begun.push('begun');
      return () => undefined;
    },
  });
  await expect(before).rejects.toMatchObject({ code: 'ABORTED' });
  expect(begun).toEqual([]);
});

test('error: the network ends, with its own reason', async () => {
  const closed = AbortSignal.abort(new RangeError('the end'));
  await expect(wait({ ...base, closed, begin: () => () => undefined })).rejects.toThrow(RangeError);
});

test('behavior: a clock measures the timeout, and the error has the time that passed meanwhile, too', async () => {
  let looks = 0;
  // It counts 10 ms between two looks of the wait, which are at least 25 ms apart.
  const clock = { now: () => 10 * looks++ };
  await expect(wait({ ...base, clock, timeoutMs: 100, begin: () => () => undefined })).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringMatching(/^gave up waiting for a sign after 100 ms \(\d{3,} ms on this busy machine\); last seen: nothing$/),
  });
});
