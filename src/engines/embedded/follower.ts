import { createMutex } from '../../mutex.js';
import type { BitcoinNode } from '../../node/bitcoin/types.js';
import type { StacksNode } from '../../node/stacks/types.js';

/** Passes each Bitcoin block to the Stacks node. */
export type Follower = {
  /** Resolves when the Stacks node has all blocks so far. @throws the error that stopped it from following */
  caughtUp(): Promise<void>;
  /** Runs `task` while the Stacks node is at the Bitcoin tip and no block is in progress. */
  standingStill<T>(task: () => Promise<T>): Promise<T>;
  /** Runs `task`, which changes the state of both nodes, after the block in progress. Clears an earlier error. */
  jump(task: () => Promise<void>): Promise<void>;
  stop(): void;
};

export function follow(bitcoin: BitcoinNode, stacks: StacksNode): Follower {
  const mutex = createMutex();
  let followed = bitcoin.tip().hash;
  let failure: { error: unknown } | undefined;
  /** Counts jumps: blocks from before a jump are skipped. */
  let jumps = 0;
  const run = (step: () => Promise<void>): void => {
    const before = jumps;
    mutex
      .run(async () => {
        if (failure === undefined && before === jumps) await step();
      })
      .catch((error: unknown) => {
        failure = { error };
      });
  };
  const stop = bitcoin.subscribe((event) => {
    if (event.type === 'block') {
      const { header } = event;
      run(async () => {
        await stacks.burnBlock(header);
        followed = header.hash;
      });
    } else if (event.type === 'reorg') {
      const { forkHeight } = event;
      const { hash } = bitcoin.header(forkHeight);
      run(async () => {
        await stacks.burnReorg(forkHeight);
        followed = hash;
      });
    }
  });
  const check = (): void => {
    if (failure !== undefined) throw failure.error;
  };

  return {
    async caughtUp() {
      await mutex.run(async () => undefined);
      check();
    },
    async standingStill(task) {
      for (;;) {
        const result = await mutex.run(async () => {
          check();
          return bitcoin.tip().hash === followed ? { value: await task() } : undefined;
        });
        if (result !== undefined) return result.value;
      }
    },
    jump: (task) =>
      mutex.run(async () => {
        await task();
        jumps++;
        followed = bitcoin.tip().hash;
        failure = undefined;
      }),
    stop,
  };
}
