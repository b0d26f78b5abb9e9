import { createMutex } from '../../mutex.js';
import type { BitcoinNode } from '../../node/bitcoin/types.js';
import type { StacksNode } from '../../node/stacks/types.js';

/** Leads the Stacks node along the Bitcoin chain, block by block, whoever mines. */
export type Follower = {
  /** Resolves when the Stacks node has all blocks told so far. @throws what kept it from following */
  caughtUp(): Promise<void>;
  /** Runs `task` while the Stacks node is at Bitcoin's tip and no block is being followed. */
  standingStill<T>(task: () => Promise<T>): Promise<T>;
  /** Runs `task`, which takes both nodes elsewhere, after what is being followed; earlier failures are forgotten with the state. */
  jump(task: () => Promise<void>): Promise<void>;
  stop(): void;
};

export function follow(bitcoin: BitcoinNode, stacks: StacksNode): Follower {
  const mutex = createMutex();
  let followed = bitcoin.tip().hash;
  let failure: { error: unknown } | undefined;
  /** Counts jumps: what was told of the chain that a jump left is not followed. */
  let jumps = 0;
  const run = (step: () => Promise<void>): void => {
    const told = jumps;
    mutex
      .run(async () => {
        if (failure === undefined && told === jumps) await step();
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
