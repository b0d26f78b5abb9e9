import { expect, test } from 'vitest';
import { recoverServices } from '#dist/engines/real-nodes/supervision/recovery.js';

test('behavior: calls begin in the order in which they were made', async () => {
  const answers: (() => void)[] = [];
  const unused = {} as never;
  const recovery = recoverServices({
    network: {
      onLost: () => undefined,
      bitcoin: { height: () => new Promise<void>((resolve) => answers.push(resolve)) },
      stacks: { info: async () => undefined },
    } as never,
    conditions: { stopped: () => undefined } as never,
    ...{ mempool: unused, follower: unused, blocks: unused, miner: unused, emit: unused },
  });
  const begun: number[] = [];
  const calls = [1, 2].map((call) => recovery.whenReachable(async () => begun.push(call)));
  // The node answers the second call's question first.
  for (const answer of answers.reverse()) answer();
  await Promise.all(calls);
  expect(begun).toEqual([1, 2]);
});
