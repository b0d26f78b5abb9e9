import { expect, test } from 'vitest';
import { startDeadline, wait } from '#dist/base/wait.js';

const base = { what: 'a sign', timeoutMs: 30_000, details: () => ({ lastSeen: 'nothing' }) };

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

test('error: a later wait of a call ends with the time of the whole call, which the error names', async () => {
  const deadline = startDeadline({ timeoutMs: 60 }, 4_000);
  await new Promise((resolve) => setTimeout(resolve, 40));
  const began = performance.now();
  // A part of the call continues its time, instead of beginning again.
  const part = startDeadline(deadline, 9_000);
  const message = 'gave up waiting for a sign after 60 ms (timeoutMs); last seen: nothing';
  await expect(wait({ ...base, ...part, begin: () => () => undefined })).rejects.toMatchObject({ code: 'TIMEOUT', message });
  await expect(wait({ ...base, ...part, begin: () => () => undefined })).rejects.toMatchObject({ code: 'TIMEOUT', message });
  expect(startDeadline({}, 4_000)).toMatchObject({ timeoutMs: 4_000 });
  expect(() => startDeadline({ timeoutMs: -1 }, 4_000)).toThrow('timeoutMs: expected a number of milliseconds, received -1');
  expect(performance.now() - began).toBeLessThan(30_000);
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

test('error: an abort or an end while the wait begins', async () => {
  const abort = new AbortController();
  const ending = new AbortController();
  let stopped = 0;
  const begin = (controller: AbortController, reason: Error) => () => {
    controller.abort(reason);
    return () => {
      stopped++;
    };
  };
  const reason = new RangeError('the end');
  await expect(wait({ ...base, signal: abort.signal, begin: begin(abort, reason) })).rejects.toMatchObject({
    code: 'ABORTED',
    cause: reason,
  });
  await expect(wait({ ...base, closed: ending.signal, begin: begin(ending, reason) })).rejects.toBe(reason);
  expect(stopped).toBe(2);
});
