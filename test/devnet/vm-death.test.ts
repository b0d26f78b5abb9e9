import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Devnet } from '#dist/devnet/types.js';
import { account, bootDevnet, stacksGet } from '../devnet.js';

const threads = new Set<Worker>();
const onWorker = (worker: Worker): void => {
  threads.add(worker);
  worker.once('exit', () => threads.delete(worker));
};
beforeEach(() => void process.on('worker', onWorker));
afterEach(() => {
  process.off('worker', onWorker);
  threads.clear();
});

const ADDRESS = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const PAID = 500_000_000n;
const killAll = () => Promise.all([...threads].map((thread) => thread.terminate()));

/** When the threads end: before, while and after the snapshot is restored. */
const moments: [string, (restoring: Promise<void>) => unknown][] = [
  ['at once', () => killAll()],
  ['after a turn of promises', async () => (await Promise.resolve(), killAll())],
  ['after a turn of the event loop', async () => (await new Promise(setImmediate), killAll())],
  ['after a millisecond', async () => (await new Promise((resolve) => setTimeout(resolve, 1)), killAll())],
  ['after three milliseconds', async () => (await new Promise((resolve) => setTimeout(resolve, 3)), killAll())],
  ['when it is restored', async (restoring) => (await restoring, killAll())],
  ['a turn after it is restored', async (restoring) => (await restoring, await new Promise(setImmediate), killAll())],
];

async function stxOf(devnet: Devnet): Promise<bigint> {
  return BigInt((await stacksGet(devnet, `/v2/accounts/${ADDRESS}?proof=0`))['balance'] as string);
}

test('behavior: if the thread of the VM dies at any moment of a restore, the state is that of the snapshot, and the network goes on', async () => {
  await using devnet = await bootDevnet();
  await devnet.faucet.stx(ADDRESS);
  const before = await stxOf(devnet);
  const id = await devnet.snapshot();
  const { bitcoin, stacks } = await devnet.status();
  for (const [moment, kill] of moments) {
    await devnet.faucet.stx(ADDRESS, { timeoutMs: 30_000 });
    await devnet.bitcoin.mine(2);
    const restoring = devnet.restore(id);
    await Promise.all([restoring, kill(restoring)]);
    expect(await stxOf(devnet), moment).toBe(before);
    const now = await devnet.status();
    expect([now.bitcoin.height, now.stacks.height], moment).toEqual([bitcoin.height, stacks.height]);
    await devnet.faucet.stx(ADDRESS, { timeoutMs: 30_000 });
    expect(await stxOf(devnet), moment).toBe(before + PAID);
    expect((await devnet.stacks.transfer({ to: ADDRESS, amount: 1n, as: account(devnet, 'wallet_1'), timeoutMs: 30_000 })).status).toBe(
      'success',
    );
  }
});
