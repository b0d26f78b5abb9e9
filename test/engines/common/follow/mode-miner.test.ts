import { afterEach, expect, test, vi } from 'vitest';
import { createMutex } from '#dist/base/async.js';
import { createModeMiner, type ModeMiner } from '#dist/engines/common/follow/mode-miner.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A stub of a chain. Its blocks take the pending transactions for which `takes` is true; `blocks` lists the transactions of each. */
function chain(takes: (txid: string) => boolean = () => true, mutex = createMutex()) {
  const waiting = new Set<string>();
  const blocks: string[][] = [];
  const failures: unknown[] = [];
  const fault: { error?: Error; pause?: Promise<void> } = {};
  let catchUps = 0;
  const miner = createModeMiner({
    mutex,
    follower: { waiting: () => [...waiting], catchUp: async () => void catchUps++ },
    async mineOne() {
      await fault.pause;
      if (fault.error !== undefined) throw fault.error;
      const taken = [...waiting].filter(takes);
      for (const txid of taken) waiting.delete(txid);
      blocks.push(taken);
    },
    onFailure: (error) => failures.push(error),
  });
  return { miner, waiting, blocks, failures, fault, catchUps: () => catchUps };
}

test('default: mode manual mines nothing, and no timer runs', async () => {
  vi.useFakeTimers();
  const { miner, waiting, blocks } = chain();
  waiting.add('a');
  miner.wake();
  await miner.setMode('manual');
  expect(miner.mode()).toBe('manual');
  expect([blocks, vi.getTimerCount()]).toEqual([[], 0]);
});

test('behavior: a switch to auto reads the mempool and mines the pending transactions', async () => {
  const { miner, waiting, blocks, catchUps } = chain();
  waiting.add('a').add('b');
  await miner.setMode('auto');
  expect(catchUps()).toBe(1);
  expect(blocks).toEqual([['a', 'b']]);
});

test('behavior: auto mines for new transactions, but not for those that the last block left out', async () => {
  const { miner, waiting, blocks } = chain((txid) => txid !== 'locked');
  await miner.setMode('auto');
  expect(blocks).toEqual([]);
  waiting.add('locked').add('a');
  miner.wake();
  await expect.poll(() => blocks).toEqual([['a']]);
  miner.wake();
  waiting.add('b');
  miner.wake();
  await expect.poll(() => blocks).toEqual([['a'], ['b']]);
  // Setting the mode again retries them.
  await miner.setMode('auto');
  expect(blocks).toEqual([['a'], ['b'], []]);
});

test('behavior: a transaction that could not be mined, left the mempool and came back, is mined', async () => {
  let isLocked = true;
  const { miner, waiting, blocks } = chain((txid) => txid !== 'locked' || !isLocked);
  await miner.setMode('auto');
  const mined = async (txid: string) => {
    waiting.add(txid);
    const { length } = blocks;
    miner.wake();
    await expect.poll(() => blocks.length).toBe(length + 1);
  };
  waiting.add('locked');
  await mined('a');
  waiting.delete('locked');
  await mined('b');
  isLocked = false;
  await mined('locked');
  expect(blocks).toEqual([['a'], ['b'], ['locked']]);
});

test('error: a switch to auto rejects if the block cannot be mined', async () => {
  const { miner, waiting, fault, failures } = chain();
  waiting.add('a');
  fault.error = new Error('the node has ended');
  await expect(miner.setMode('auto')).rejects.toBe(fault.error);
  expect(failures).toEqual([]);
});

test('error: auto pauses after a failure', async () => {
  vi.useFakeTimers();
  const { miner, waiting, blocks, fault, failures } = chain();
  await miner.setMode('auto');
  fault.error = new Error('the node has ended');
  waiting.add('a');
  miner.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toEqual([fault.error]);
  delete fault.error;
  miner.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect([blocks, miner.isPaused()]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(1_000);
  miner.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect([blocks, miner.isPaused()]).toEqual([[['a']], false]);
});

test('error: a short interval does not report a failure at each tick', async () => {
  vi.useFakeTimers();
  const { miner, blocks, fault, failures } = chain();
  await miner.setMode({ intervalMs: 10 });
  await vi.advanceTimersByTimeAsync(35);
  expect(blocks).toHaveLength(3);
  fault.error = new Error('the node has ended');
  await vi.advanceTimersByTimeAsync(900);
  expect(failures).toEqual([fault.error]);
  delete fault.error;
  await vi.advanceTimersByTimeAsync(200);
  expect(blocks.length).toBeGreaterThan(3);
  miner.stop();
  const { length } = blocks;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(blocks).toHaveLength(length);
});

test.each([
  ['another mode', (miner: ModeMiner) => miner.setMode('manual')],
  ['a stop', (miner: ModeMiner) => miner.stop()],
])('behavior: %s ends the interval, also while a block of it waits', async (_name, end) => {
  vi.useFakeTimers();
  const mutex = createMutex();
  const { miner, blocks } = chain(undefined, mutex);
  let release: () => void = () => undefined;
  const task = mutex.run(() => new Promise<void>((resolve) => (release = resolve)));
  await miner.setMode({ intervalMs: 10 });
  await vi.advanceTimersByTimeAsync(10);
  await end(miner);
  release();
  await task;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([blocks, vi.getTimerCount()]).toEqual([[], 0]);
});

test('behavior: a failure during a stop is not reported, and starts no timer', async () => {
  vi.useFakeTimers();
  const { miner, fault, failures } = chain();
  let release: () => void = () => undefined;
  await miner.setMode({ intervalMs: 10 });
  fault.error = new Error('the node has ended');
  fault.pause = new Promise<void>((resolve) => (release = resolve));
  await vi.advanceTimersByTimeAsync(10);
  miner.stop();
  release();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([failures, vi.getTimerCount()]).toEqual([[], 0]);
});
