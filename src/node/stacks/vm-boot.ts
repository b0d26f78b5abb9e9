import { findEpoch } from './chain/epoch.js';
import { firstPox5Cycle } from './chain/pox/pox.js';
import type { StacksNodeOptions } from './types.js';
import type { Vm } from './vm/types.js';
import { startVm } from './vm/vm.js';

/** The starting VM, and a function that starts another one in the same state. */
export type VmBoot = { first: Promise<Vm>; again: () => Promise<Vm>; burnHeight: number };

/** @throws DevnetError INVALID_INPUT for an unknown epoch, ABORTED, or what `burnchain` rejects with */
export async function beginVmBoot(options: StacksNodeOptions): Promise<VmBoot> {
  const { balances, contracts, bootContracts, epoch, genesisTime, cache, coverage, onWarning, signal } = options;
  const pox = { ...options.pox, firstPox5Cycle: firstPox5Cycle(findEpoch(epoch), options.pox.rewardLength) };
  const burnHeight = options.bootHeight ?? (await options.burnchain).length - 1;
  const burnHashes = Promise.resolve(options.burnchain).then((blocks) => blocks.map(({ hash }) => hash));
  // The start of the node rejects with the failure of `burnchain` itself.
  burnHashes.catch(() => undefined);
  const vmOptions = { balances, contracts, bootContracts, epoch, pox, burnHeight, burnHashes, genesisTime, cache, coverage, onWarning };
  const first = startVm({ ...vmOptions, signal });
  // The caller awaits it later; until then a failure must not be an unhandled rejection.
  first.catch(() => undefined);
  return { first, again: () => startVm(vmOptions), burnHeight };
}
