import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLease } from '#dist/cli/lease.js';
import { child, emptyHome } from './child.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('default: a lease ends if it is not renewed', () => {
  const end = vi.fn();
  const lease = watchLease(60, end);
  vi.advanceTimersByTime(50_000);
  lease.renew();
  vi.advanceTimersByTime(50_000);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20_000);
  expect(end.mock.calls).toEqual([['the lease of 60 s was not renewed']]);
});

test('behavior: a lease that was stopped does not end', () => {
  const end = vi.fn();
  watchLease(60, end).stop();
  vi.advanceTimersByTime(120_000);
  expect(end).not.toHaveBeenCalled();
});

test('default: up --lease-seconds ends when nobody calls the control', async () => {
  vi.useRealTimers();
  using home = emptyHome();
  await using up = child(['up', '--ports', 'auto', '--json', '--lease-seconds', '2'], home.env);
  const { urls } = JSON.parse(await up.line(/"ready":true/));
  expect(await up.ended).toMatchObject({ status: 0 });
  await expect(fetch(`${urls.gateway}/ready`)).rejects.toThrow();
});

test('error: a lease that is no time', async () => {
  vi.useRealTimers();
  using home = emptyHome();
  expect(await child(['up', '--lease-seconds', '0'], home.env).ended).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--lease-seconds: expected a whole number from 1 to 86400, received "0"'),
  });
});
