import type { Vm } from '../../vm/types.js';
import type { StacksBlock } from '../block/block.js';
import type { ChainState } from '../state/state.js';
import { replayBlock } from './produce.js';

/**
 * Takes the VM to the state after `target`: from the nearest checkpoint, or from nothing with a new VM. Either way the blocks
 * since are executed again, which gives the same state, because execution is deterministic. A new VM keeps on its way what the
 * old one kept.
 */
export async function goTo(state: ChainState, target: StacksBlock): Promise<void> {
  if (await goByCheckpoint(state, target)) return;
  const vm = await state.bootVm();
  try {
    const { first } = state.ledger;
    await state.checkpoints.renew(vm, first);
    await replay(vm, first, target, (block) => state.checkpoints.renew(vm, block));
  } catch (error) {
    await vm.close();
    throw error;
  }
  // until now the old VM has answered reads
  const old = state.vm;
  state.vm = vm;
  await old.close();
}

/** @returns whether there was a checkpoint, and the VM's thread survived the way from it */
async function goByCheckpoint({ checkpoints, vm }: ChainState, target: StacksBlock): Promise<boolean> {
  const nearest = checkpoints.nearest(vm, target);
  if (nearest === undefined) return false;
  try {
    const restored = vm.restore(nearest.checkpoint);
    if (nearest.block === target) {
      // The VM does one thing after another, so the next request gets the restored state. If the thread dies, the next task starts another one.
      restored.catch(() => undefined);
      return true;
    }
    await Promise.all([restored, replay(vm, nearest.block, target)]);
    return true;
  } catch (error) {
    if (!vm.lost.aborted) throw error;
    return false;
  }
}

/** Executes the blocks after `from` up to `target` again; `reached` runs after each. */
export async function replay(
  vm: Vm,
  from: StacksBlock,
  target: StacksBlock,
  reached?: (block: StacksBlock) => Promise<void>,
): Promise<void> {
  const blocks: StacksBlock[] = [];
  for (let block = target; block !== from; ) {
    blocks.push(block);
    if (block.parent === undefined) throw new RangeError(`the block at height ${target.height} does not come after that at ${from.height}`);
    block = block.parent;
  }
  for (const block of blocks.reverse()) {
    await replayBlock(vm, block);
    await reached?.(block);
  }
}
