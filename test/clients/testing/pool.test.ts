import { createPool } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { testCache } from '../../cache.js';

const options = { gateway: false, cache: testCache };

test('default: each network has the prepared state, and is nobody else', async () => {
  const source = '(define-read-only (seven) u7)';
  await using pool = await createPool({
    ...options,
    prepare: async (base) => {
      await base.stacks.deploy({ name: 'seven', source, as: 'deployer' });
    },
  });
  const { stacks: prepared } = await pool.base.status();
  // What happens to the base later is not in the copies.
  await pool.base.stacks.mine();
  const taken = await Promise.all(Array.from({ length: 5 }, () => pool.take()));
  expect(new Set(taken.map(({ urls }) => urls.stacks)).size).toBe(5);
  for (const [index, devnet] of taken.entries()) {
    expect((await devnet.status()).stacks).toEqual(prepared);
    expect(await devnet.contract('seven').read('seven')).toBe(7n);
    await devnet.stacks.mine(index + 1);
  }
  expect(await Promise.all(taken.map(async (devnet) => (await devnet.status()).stacks.height - prepared.height))).toEqual([1, 2, 3, 4, 5]);
});

test('behavior: close ends all networks, also those that were taken', async () => {
  const pool = await createPool(options);
  const [one, two] = await Promise.all([pool.take(), pool.take()]);
  await one.close();
  await pool.close();
  await pool.close();
  for (const devnet of [one, two, pool.base]) await expect(devnet.status()).rejects.toMatchObject({ code: 'NOT_READY' });
  await expect(pool.take()).rejects.toMatchObject({ code: 'NOT_READY', message: 'the pool is closed' });
});

test('error: a preparation that fails', async () => {
  const prepare = () => Promise.reject(new Error('no'));
  await expect(createPool({ ...options, prepare })).rejects.toThrow('no');
});
