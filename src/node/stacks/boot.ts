import { invalid } from '../../error.js';
import { findEpoch } from './chain/epoch.js';
import { type ChainState, createState } from './chain/state/state.js';
import { createCoverageCollector } from './coverage.js';
import { type Burnchain, forkedBurnchain, wholeBurnchain } from './fork-burnchain.js';
import type { StacksNodeOptions } from './types.js';
import type { Vm } from './vm/types.js';
import type { VmBoot } from './vm-boot.js';

export type Booted = { state: ChainState; burnchain: Burnchain };

/** Waits for the VM, and starts the chain at the last Bitcoin block. */
export async function boot(options: StacksNodeOptions, vmBoot: VmBoot): Promise<Booted> {
  const [vm, burnchain] = await Promise.allSettled([vmBoot.first, options.burnchain]);
  try {
    const { epoch, pox, fork } = options;
    const chain = fork === undefined ? wholeBurnchain(value(burnchain)) : forkedBurnchain(fork.point, value(burnchain));
    const { height } = chain.path.tip;
    if (height !== vmBoot.burnHeight) throw invalid('burnchain', `Bitcoin blocks up to height ${vmBoot.burnHeight}`, height);
    return {
      state: createState(value(vm), {
        bootVm: vmBoot.again,
        sortitions: chain.path,
        epoch: findEpoch(fork?.point.epoch ?? epoch),
        pox: fork?.point.pox ?? pox,
        fork: fork?.point,
        coverage: options.coverage ? createCoverageCollector() : undefined,
      }),
      burnchain: chain,
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
