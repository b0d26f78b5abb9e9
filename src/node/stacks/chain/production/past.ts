import { createMutex } from '../../../../mutex.js';
import type { Vm, VmCheckpoint } from '../../vm/types.js';
import type { StacksBlock } from '../block/block.js';
import type { ChainState } from '../state/state.js';
import { replay } from './go-to.js';

/** Reads states that the chain has left behind. */
export type Past = {
  /** Runs `read` on a VM in the state after `block`, which is one of the canonical chain. */
  at<T>(block: StacksBlock, read: (vm: Vm) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** How long a VM for the past is kept after the last read, in milliseconds. */
const IDLE = 5_000;

/** A second VM, `at` some block; `first` is its state after the chain's first block. */
type Archive = { vm: Vm; at: StacksBlock; first: VmCheckpoint };

/**
 * A VM of its own executes the chain's blocks again up to the requested one, so that the node continues meanwhile. It is
 * started when it is needed, kept for a while, and goes forward from where it is if it can.
 */
export function createPast(state: ChainState): Past {
  const mutex = createMutex();
  let archive: Archive | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Archive> {
    const vm = await state.bootVm();
    archive = { vm, at: state.ledger.first, first: await vm.capture() };
    return archive;
  }

  async function goTo(block: StacksBlock): Promise<Vm> {
    const started = archive === undefined || archive.vm.lost.aborted ? await start() : archive;
    if (!isBefore(started.at, block)) {
      await started.vm.restore(started.first);
      started.at = state.ledger.first;
    }
    await replay(started.vm, started.at, block);
    started.at = block;
    return started.vm;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = archive;
    archive = undefined;
    await ended?.vm.close();
  }

  return {
    at: (block, read) =>
      mutex.run(async () => {
        clearTimeout(idle);
        const vm = await goTo(block).catch(async (error: unknown) => {
          // where it is now is unknown
          await end();
          throw error;
        });
        idle = setTimeout(() => void mutex.run(end), IDLE).unref();
        return read(vm);
      }),
    close: () => mutex.run(end),
  };
}

function isBefore(earlier: StacksBlock, later: StacksBlock): boolean {
  let block: StacksBlock | undefined = later;
  while (block !== undefined && block.height > earlier.height) block = block.parent;
  return block === earlier;
}
