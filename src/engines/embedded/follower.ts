import { createMutex } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import type { BitcoinHeader, BitcoinNode } from '../../bitcoin/node.js';
import type { StacksNode } from '../../stacks/node.js';

/** Passes each Bitcoin block to the Stacks node, or withholds it until the next one that begins a tenure. */
export type Follower = {
  /** Resolves when the Stacks node has all blocks so far. @throws the error that stopped it from following */
  caughtUp(): Promise<void>;
  /** Runs `task` while the Stacks node is at the Bitcoin tip and no block is in progress. */
  standingStill<T>(task: () => Promise<T>): Promise<T>;
  /**
   * Runs `task`, which changes the state of both nodes, after the block in progress. Clears an earlier error. @param withheld in that state
   */
  jump(task: () => Promise<void>, withheld: readonly BitcoinHeader[]): Promise<void>;
  /** Decides from now on whether a Bitcoin block begins a tenure. */
  setBegins(begins: (height: number) => boolean): void;
  /** The Bitcoin blocks that the Stacks node does not have, oldest first. */
  withheld(): readonly BitcoinHeader[];
  /** Passes them to the Stacks node up to the last one that begins a tenure now. */
  release(): Promise<void>;
  /** The Stacks node follows no more. Whatever waits for it rejects with NOT_READY. */
  stop(): void;
};

/** @param missing the Bitcoin blocks that the Stacks node does not have @default none */
export function follow(bitcoin: BitcoinNode, stacks: StacksNode, missing: readonly BitcoinHeader[] = []): Follower {
  const mutex = createMutex();
  let followed = bitcoin.tip().hash;
  let withheld = [...missing];
  let begins: (height: number) => boolean = () => true;
  let failure: { error: unknown } | undefined;
  let isStopped = false;
  /** Counts jumps: blocks from before a jump are skipped. */
  let jumps = 0;
  const run = (step: () => Promise<void>): void => {
    const before = jumps;
    mutex
      .run(async () => {
        if (!isStopped && failure === undefined && before === jumps) await step();
      })
      .catch((error: unknown) => {
        failure = { error };
      });
  };
  const pass = async (): Promise<void> => {
    const last = withheld.findLastIndex(({ height }) => begins(height));
    for (const header of withheld.slice(0, last + 1)) {
      await stacks.burnBlock(header);
      withheld.shift();
    }
  };
  const unsubscribe = bitcoin.subscribe((event) => {
    if (event.type === 'block') {
      const { header } = event;
      run(async () => {
        withheld.push(header);
        await pass();
        followed = header.hash;
      });
    } else if (event.type === 'reorg') {
      const { forkHeight } = event;
      const { hash } = bitcoin.header(forkHeight);
      run(async () => {
        const kept = withheld.filter(({ height }) => height <= forkHeight);
        const wasPassed = kept.length === 0 && withheld[0]?.height !== forkHeight + 1;
        withheld = kept;
        if (wasPassed) await stacks.burnReorg(forkHeight);
        followed = hash;
      });
    }
  });
  const requireOpen = (): void => {
    if (isStopped) throw new DevnetError('NOT_READY', 'the network is closed');
  };
  const check = (): void => {
    requireOpen();
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
    setBegins(next) {
      begins = next;
    },
    withheld: () => [...withheld],
    async release() {
      run(pass);
      await mutex.run(async () => undefined);
      check();
    },
    jump: (task, missed) =>
      mutex.run(async () => {
        requireOpen();
        await task();
        jumps++;
        withheld = [...missed];
        followed = bitcoin.tip().hash;
        failure = undefined;
      }),
    stop() {
      isStopped = true;
      unsubscribe();
    },
  };
}
