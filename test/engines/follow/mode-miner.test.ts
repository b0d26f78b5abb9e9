import { afterEach, expect, test, vi } from 'vitest';
import { createModeMiner } from '#dist/engines/follow/mode-miner.js';
import { createMutex } from '#dist/mutex.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A chain whose blocks take what `takes` says of what waits; `blocks` has what each block took. */
function chain(takes: (txid: string) => boolean = () => true) {
  const waiting = new Set<string>();
  const blocks: string[][] = [];
  const failures: unknown[] = [];
  const fault: { error?: Error } = {};
  let catchUps = 0;
  const miner = createModeMiner({
    mutex: createMutex(),
    follower: { waiting: () => [...waiting], catchUp: async () => void catchUps++ },
    async mineOne() {
      if (fault.error !== undefined) throw fault.error;
      const taken = [...waiting].filter(takes);
      for (const txid of taken) waiting.delete(txid);
      blocks.push(taken);
    },
    onFailure: (error) => failures.push(error),
  });
  return { miner, waiting, blocks, failures, fault, catchUps: () => catchUps };
}

test('default: manual, so that nothing is mined', async () => {
  const { miner, waiting, blocks } = chain();
  waiting.add('a');
  miner.wake();
  await miner.setMode('manual');
  expect(miner.mode()).toBe('manual');
  expect(blocks).toEqual([]);
});

test('behavior: a switch to auto mines what waits, once it is known', async () => {
  const { miner, waiting, blocks, catchUps } = chain();
  waiting.add('a').add('b');
  await miner.setMode('auto');
  expect(catchUps()).toBe(1);
  expect(blocks).toEqual([['a', 'b']]);
});

test('behavior: auto mines as transactions come, and not for what blocks do not take', async () => {
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
  // What could not be mined before is tried again when somebody asks for the mode.
  await miner.setMode('auto');
  expect(blocks).toEqual([['a'], ['b'], []]);
});

test('error: a switch to auto tells what kept the block from being mined', async () => {
  const { miner, waiting, fault, failures } = chain();
  waiting.add('a');
  fault.error = new Error('the node is gone');
  await expect(miner.setMode('auto')).rejects.toBe(fault.error);
  expect(failures).toEqual([]);
});

test('error: after a failure auto waits before the next try', async () => {
  vi.useFakeTimers();
  const { miner, waiting, blocks, fault, failures } = chain();
  await miner.setMode('auto');
  fault.error = new Error('the node is gone');
  waiting.add('a');
  miner.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toEqual([fault.error]);
  delete fault.error;
  miner.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect([blocks, miner.pausing()]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(1_000);
  miner.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect([blocks, miner.pausing()]).toEqual([[['a']], false]);
});

test('error: a short interval does not tell a failure at each of its ticks', async () => {
  vi.useFakeTimers();
  const { miner, blocks, fault, failures } = chain();
  await miner.setMode({ intervalMs: 10 });
  await vi.advanceTimersByTimeAsync(35);
  expect(blocks).toHaveLength(3);
  fault.error = new Error('the node is gone');
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
