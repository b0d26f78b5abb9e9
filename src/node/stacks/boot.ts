import { type Curve, loadCurve } from '../../chains/stacks/codec/transaction/recover.js';
import { invalid } from '../../error.js';
import { findEpoch } from './chain/epoch.js';
import { Path } from './chain/state/path.js';
import { nextSortition, type Sortition } from './chain/state/sortition.js';
import { type ChainState, createState } from './chain/state/state.js';
import { createCoverageCollector } from './coverage.js';
import type { BurnBlock, StacksNodeOptions } from './types.js';
import type { Vm } from './vm/types.js';
import type { VmBoot } from './vm-boot.js';

/** A chain, and the curve that verifies signatures. */
export type Booted = { state: ChainState; curve: Curve };

/** Waits for the VM, loads the curve, and starts the chain at the last Bitcoin block. */
export async function boot(options: StacksNodeOptions, vmBoot: VmBoot): Promise<Booted> {
  const [vm, burnchain, curve] = await Promise.allSettled([vmBoot.first, options.burnchain, loadCurve()]);
  try {
    return {
      state: createState(value(vm), {
        bootVm: vmBoot.again,
        sortitions: sortitionPath(value(burnchain), vmBoot.burnHeight),
        epoch: findEpoch(options.epoch),
        pox: options.pox,
        coverage: options.coverage ? createCoverageCollector() : undefined,
      }),
      curve: value(curve),
    };
  } catch (error) {
    if (vm.status === 'fulfilled') await closeQuietly(vm.value);
    throw error;
  }
}

function value<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Ignores an error of closing: the first error matters more. */
async function closeQuietly(vm: Vm): Promise<void> {
  await vm.close().catch(() => undefined);
}

function sortitionPath([first, ...rest]: readonly BurnBlock[], burnHeight: number): Path<Sortition> {
  if (first === undefined) throw invalid('burnchain', 'at least one Bitcoin block', 'none');
  const path = new Path(nextSortition(undefined, first));
  for (const block of rest) path.push(nextSortition(path.tip, block));
  if (path.tip.height !== burnHeight) throw invalid('burnchain', `Bitcoin blocks up to height ${burnHeight}`, path.tip.height);
  return path;
}
