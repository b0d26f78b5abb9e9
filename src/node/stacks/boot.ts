import { invalid } from '../../error.js';
import { type Ancestors, baseOf, expectAncestors } from './chain/block/ancestors.js';
import { EPOCHS, findEpoch, isNakamoto } from './chain/epoch.js';
import { type ChainState, createState } from './chain/state/state.js';
import { createCoverageCollector } from './coverage.js';
import { type Burnchain, forkedBurnchain, wholeBurnchain } from './fork-burnchain.js';
import type { StacksNodeOptions } from './types.js';
import type { Vm } from './vm/types.js';
import type { VmBoot } from './vm-boot.js';

export type Booted = { state: ChainState; burnchain: Burnchain };

/** Starts the chain at the last Bitcoin block. What does not need the VM is made while that boots. */
export async function boot(options: StacksNodeOptions, vmBoot: VmBoot): Promise<Booted> {
  const [vm, below] = await Promise.allSettled([vmBoot.first, belowFirst(options, vmBoot)]);
  try {
    const { epoch, pox, fork } = options;
    const { burnchain, ancestors } = value(below);
    return {
      state: createState(value(vm), {
        bootVm: vmBoot.again,
        sortitions: burnchain.path,
        ancestors,
        epoch: findEpoch(fork?.point.epoch ?? epoch),
        pox: fork?.point.pox ?? pox,
        fork: fork?.point,
        coverage: options.coverage ? createCoverageCollector() : undefined,
      }),
      burnchain,
    };
  } catch (error) {
    if (vm.status === 'fulfilled') await closeQuietly(vm.value);
    throw error;
  }
}

/** What is below the first block that the VM executes. */
async function belowFirst(options: StacksNodeOptions, { burnHeight }: VmBoot): Promise<{ burnchain: Burnchain; ancestors: Ancestors }> {
  const { epoch, contracts = [], fork } = options;
  const blocks = await options.burnchain;
  const burnchain = fork === undefined ? wholeBurnchain(blocks) : forkedBurnchain(fork.point, blocks);
  const { height } = burnchain.path.tip;
  if (height !== burnHeight) throw invalid('burnchain', `Bitcoin blocks up to height ${burnHeight}`, height);
  // Since Nakamoto each contract of the genesis has a block of its own. A fork begins within milliseconds.
  const nakamoto = EPOCHS.filter(isNakamoto).map(({ name }) => name);
  const deployed = contracts.filter((contract) => nakamoto.includes(contract.epoch ?? epoch));
  const expected = fork === undefined ? { height: height + deployed.length, tenureHeight: height } : baseOf(fork.point);
  return { burnchain, ancestors: expectAncestors(burnchain.path, fork?.point, expected) };
}

function value<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Ignores an error of closing: the first error matters more. */
async function closeQuietly(vm: Vm): Promise<void> {
  await vm.close().catch(() => undefined);
}
