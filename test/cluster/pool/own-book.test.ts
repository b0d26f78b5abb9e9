import { beforeEach, expect, test } from 'vitest';
import { type LeaseBook, SWEEP_MS } from '#dist/cluster/pool/lease-book.js';
import { createOwnBook } from '#dist/cluster/pool/own-book.js';

const grant = { digest: Buffer.alloc(32), urls: { gateway: 'g', stacks: 's', bitcoin: 'b' } };
const entry = (id: string) => ({ id, team: 'web', label: 'job' });

let now: number;
let book: LeaseBook;
beforeEach(() => {
  now = 1_000;
  book = createOwnBook({ leaseMs: 10_000, now: () => now });
});

async function begin(id: string): Promise<void> {
  await book.enter(entry(id), 1_000);
  await book.begin(id, grant);
}

test('default: a client waits, gets a lease, renews and ends it', async () => {
  await book.enter(entry('x'), 1);
  expect([await book.list(), await book.renew('x')]).toEqual([[], undefined]);
  expect(await book.begin('x', grant)).toEqual({ ...grant, since: 1_000, expiresAt: 11_000 });
  now = 5_000;
  expect(await book.renew('x')).toBe(15_000);
  const lease = { ...grant, since: 1_000, expiresAt: 15_000 };
  expect(await book.list()).toEqual([{ ...entry('x'), lease }]);
  await book.end('x', 'was ended');
  expect(await book.find('x')).toEqual({ ...entry('x'), lease, end: 'was ended' });
  await book.remove('x');
  expect([await book.list(), await book.sweep()]).toEqual([[], []]);
  expect(await book.find('x')).toMatchObject({ end: 'was ended' });
});

test('behavior: a lease that ends is not renewed, listed, begun or counted; the first reason stays', async () => {
  await begin('x');
  await expect(book.enter(entry('y'), 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await book.end('x', 'is lost');
  await book.end('x', 'was ended');
  expect([await book.renew('x'), await book.list(), await book.begin('x', grant)]).toEqual([undefined, [], undefined]);
  expect(await book.find('x')).toMatchObject({ end: 'is lost' });
  await book.enter(entry('y'), 1);
});

test('behavior: unknown entries', async () => {
  await book.end('z', 'was ended');
  await book.remove('z');
  await book.whenRemoved('z');
  expect([await book.find('z'), await book.renew('z'), await book.begin('z', grant)]).toEqual([undefined, undefined, undefined]);
});

test('behavior: only other entries of the same team count for its quota', async () => {
  await begin('x');
  await book.enter({ ...entry('y'), team: 'app' }, 1);
  await expect(book.enter({ ...entry('z'), team: 'app' }, 1)).rejects.toThrow('app holds or waits for 1 networks, and may have 1');
});

test('behavior: the last 1,000 leases are remembered; clients that got none are not', async () => {
  for (let index = 0; index < 1_000; index++) {
    await begin(`${index}`);
    await book.remove(`${index}`);
  }
  expect(await book.find('0')).toBeDefined();
  await book.enter(entry('waits'), 1);
  await book.remove('waits');
  expect([await book.find('waits'), await book.find('0')]).toEqual([undefined, expect.anything()]);
  await begin('last');
  await book.remove('last');
  expect([await book.find('0'), await book.find('1')]).toEqual([undefined, expect.anything()]);
});

test('behavior: a lease expires at its time, and later by what a sweep was late', async () => {
  await begin('x');
  await book.enter(entry('waits'), 10);
  const expired = async (time: number) => {
    now = time;
    return (await book.sweep()).map(({ id, isExpired }) => [id, isExpired]);
  };
  const both = (isExpired: boolean) => [
    ['x', isExpired],
    ['waits', false],
  ];
  for (let time = 1_000 + 2 * SWEEP_MS; time < 11_000; time += 2 * SWEEP_MS) expect(await expired(time)).toEqual(both(false));
  expect(await expired(10_999)).toEqual(both(false));
  expect(await expired(11_000)).toEqual(both(true));
  await book.renew('x');
  // The machine slept: it is 20 seconds later, of which two do not count.
  expect(await expired(31_000)).toEqual(both(false));
  expect((await book.find('x'))?.lease?.expiresAt).toBe(11_000 + 10_000 + 20_000 - 2 * SWEEP_MS);
});
