import type { Vm, VmCheckpoint } from '../../vm/types.js';
import type { StacksBlock } from '../block/block.js';

/** A block with a checkpoint, whether going back to it must be quick, and how many hold it. */
type Restorable = { readonly block: StacksBlock; readonly ready: boolean; vm: Vm; checkpoint: VmCheckpoint; holds: number };

/** The right to go back to the state after a block, until it is released. */
export type Hold = { readonly restorable: Restorable };

/**
 * How many of the VM's operations a tenure's checkpoint outlives. The VM takes a memory image every 1000 operations at the latest
 * and keeps those that checkpoints stand on, so that older checkpoints would cost memory; going further back means to boot
 * a VM anew and to execute all blocks again.
 */
const TENURE_LIFETIME = 400;

/** The states that the VM can go back to: those of snapshots until they are released, and the latest tenures' starts. */
export class Checkpoints {
  readonly #held = new Set<Restorable>();
  readonly #holds = new Set<Hold>();
  readonly #tenures: { hold: Hold; operations: number }[] = [];
  #operations = 0;

  /** Keeps the VM's state, which is that after `block`, until it is released, and makes going back to it quick. */
  async hold(vm: Vm, block: StacksBlock): Promise<Hold> {
    // A suite takes a snapshot of the same block before each test: one checkpoint does for all, without the VM.
    for (const restorable of this.#held) {
      if (restorable.block === block && restorable.vm === vm && restorable.ready) return this.#add(restorable);
    }
    return this.#keep(vm, block, true);
  }

  has(hold: Hold): boolean {
    return this.#holds.has(hold);
  }

  /** Holds in `vm`, which is in the state after `block`, the checkpoints that another VM held. */
  async renew(vm: Vm, block: StacksBlock): Promise<void> {
    for (const restorable of this.#held) {
      if (restorable.block !== block) continue;
      const checkpoint = await vm.capture({ ready: restorable.ready });
      // It may already be released.
      if (this.#held.has(restorable)) Object.assign(restorable, { vm, checkpoint });
      else vm.release(checkpoint);
    }
  }

  release(hold: Hold): void {
    const { restorable } = hold;
    if (!this.#holds.delete(hold) || --restorable.holds > 0) return;
    this.#held.delete(restorable);
    restorable.vm.release(restorable.checkpoint);
  }

  /** Keeps the state before a tenure for a while. */
  async holdForTenure(vm: Vm, block: StacksBlock): Promise<void> {
    this.#tenures.push({ hold: await this.#keep(vm, block, false), operations: this.#operations });
  }

  /** Counts operations of the VM. */
  advance(operations: number): void {
    this.#operations += operations;
    for (let oldest = this.#tenures[0]; oldest !== undefined; oldest = this.#tenures[0]) {
      if (this.#operations - oldest.operations <= TENURE_LIFETIME) break;
      this.release(oldest.hold);
      this.#tenures.shift();
    }
  }

  /** The nearest state of this VM on the way to `target`. */
  nearest(vm: Vm, target: StacksBlock): Restorable | undefined {
    if (vm.lost.aborted) return undefined;
    const byBlock = new Map<StacksBlock, Restorable>();
    for (const restorable of this.#held) if (restorable.vm === vm) byBlock.set(restorable.block, restorable);
    if (byBlock.size === 0) return undefined;
    for (let block: StacksBlock | undefined = target; block !== undefined; block = block.parent) {
      const found = byBlock.get(block);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #keep(vm: Vm, block: StacksBlock, ready: boolean): Promise<Hold> {
    const restorable = { block, ready, vm, checkpoint: await vm.capture({ ready }), holds: 0 };
    this.#held.add(restorable);
    return this.#add(restorable);
  }

  #add(restorable: Restorable): Hold {
    restorable.holds++;
    const hold = { restorable };
    this.#holds.add(hold);
    return hold;
  }
}
