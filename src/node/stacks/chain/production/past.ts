import { DevnetError } from '../../../../error.js';
import { createMutex } from '../../../../mutex.js';
import type { Vm, VmCheckpoint } from '../../vm/types.js';
import type { StacksBlock } from '../block/block.js';
import type { ChainState } from '../state/state.js';
import { replay } from './go-to.js';

/** Reads states that the chain has left behind. */
export type Past = {
  /** Runs `read` on a VM in the state after `block`, which is one of the canonical chain. @throws DevnetError NOT_READY after `close` */
  at<T>(block: StacksBlock, read: (vm: Vm) => Promise<T>): Promise<T>;
  /**
   * Takes the state of the tip from the chain's VM, if it has readers: executing the last block again would take too long. For
   * tasks, while the chain does not change.
   */
  renew(): void;
  /** From now on no VM starts. @returns resolves when there is none */
  close(): Promise<void>;
};

/** How long a VM for the past is kept after the last read, in milliseconds. One that has its state from the chain's VM could not get it again while a block takes long. */
const IDLE = 5_000;
const IDLE_RENEWED = 60_000;

/** A second VM, `at` some block; `first` is its state after the chain's first block, which a renewed one does not have. */
type Archive = { vm: Vm; at: StacksBlock; first: VmCheckpoint | undefined };

/**
 * A VM of its own executes the chain's blocks again up to the requested one, so that the node continues meanwhile. It is
 * started when it is needed, kept for a while, and goes forward from where it is if it can.
 */
export function createPast(state: ChainState): Past {
  const mutex = createMutex();
  let archive: Archive | undefined;
  /** Whether something was read since the last renewal, perhaps by a VM that has ended. */
  let isUsed = false;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function start(): Promise<Archive> {
    const vm = await state.bootVm();
    archive = { vm, at: state.ledger.first, first: await vm.capture() };
    return archive;
  }

  async function goTo(block: StacksBlock): Promise<Vm> {
    let started = archive === undefined || archive.vm.lost.aborted ? await start() : archive;
    if (!isBefore(started.at, block)) {
      if (started.first === undefined) {
        await end();
        started = await start();
      } else await started.vm.restore(started.first);
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

  function keepFor(ms: number): void {
    clearTimeout(idle);
    idle = setTimeout(() => void mutex.run(end), ms).unref();
  }

  /** @param forking a VM in the state after `at`, or undefined if it could not start */
  async function replaceBy(forking: Promise<Vm | undefined>, at: StacksBlock): Promise<void> {
    const vm = await forking;
    if (vm === undefined) return;
    await end();
    archive = { vm, at, first: undefined };
    keepFor(IDLE_RENEWED);
  }

  return {
    renew() {
      if (isClosed || (archive === undefined && !isUsed)) return;
      isUsed = false;
      // The VM exports its state before it works on later requests.
      const forking = state.vm.fork({ prepares: false }).catch(() => undefined);
      const { tip } = state.ledger;
      void mutex.run(() => replaceBy(forking, tip));
    },
    at: (block, read) =>
      mutex.run(async () => {
        if (isClosed) throw new DevnetError('NOT_READY', 'the Stacks node is closed');
        clearTimeout(idle);
        isUsed = true;
        const vm = await goTo(block).catch(async (error: unknown) => {
          // where it is now is unknown
          await end();
          throw error;
        });
        keepFor(archive?.first === undefined ? IDLE_RENEWED : IDLE);
        return read(vm);
      }),
    close() {
      isClosed = true;
      return mutex.run(end);
    },
  };
}

function isBefore(earlier: StacksBlock, later: StacksBlock): boolean {
  let block: StacksBlock | undefined = later;
  while (block !== undefined && block.height > earlier.height) block = block.parent;
  return block === earlier;
}
