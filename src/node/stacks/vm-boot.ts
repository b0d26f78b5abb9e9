import type { Fork } from '../../chains/stacks/origin/origin-reader.js';
import { findEpoch } from './chain/epoch.js';
import { firstPox5Cycle } from './chain/pox/pox.js';
import { FIRST_BLOCKS } from './fork-burnchain.js';
import type { StacksNodeOptions } from './types.js';
import type { Vm } from './vm/types.js';
import { startVm, type VmOptions } from './vm/vm.js';

/** The starting VM, and a function that starts another one in the same state. */
export type VmBoot = { first: Promise<Vm>; again: () => Promise<Vm>; burnHeight: number };

/** @throws DevnetError INVALID_INPUT for an unknown epoch, ABORTED, or what `burnchain` rejects with */
export async function beginVmBoot(options: StacksNodeOptions): Promise<VmBoot> {
  const { balances, contracts, bootContracts, epoch, genesisTime, cache, coverage, vmThread, onWarning, signal } = options;
  const pox = { ...options.pox, firstPox5Cycle: firstPox5Cycle(findEpoch(epoch), options.pox.rewardLength) };
  if (options.fork !== undefined) return beginForkBoot(options, options.fork);
  const burnHeight = options.bootHeight ?? (await options.burnchain).length - 1;
  const burnHashes = Promise.resolve(options.burnchain).then((blocks) => blocks.map(({ hash }) => hash));
  // The start of the node rejects with the failure of `burnchain` itself.
  burnHashes.catch(() => undefined);
  const genesis = { balances, contracts, bootContracts, epoch, pox, burnHeight, burnHashes, genesisTime };
  return begin({ ...genesis, cache, coverage, onWarning }, { thread: vmThread, signal });
}

/** The VM gets the Bitcoin blocks that follow that of the origin. */
function beginForkBoot(
  { balances, contracts, burnchain, cache, coverage, vmThread, onWarning, signal, ...options }: StacksNodeOptions,
  { point, reader }: Fork,
): VmBoot {
  const burnHeight = point.burn.height + FIRST_BLOCKS;
  const burnHashes = Promise.resolve(burnchain).then((blocks) => {
    const hashes: string[] = [];
    for (const [n, { hash }] of blocks.slice(-FIRST_BLOCKS).entries()) hashes[point.burn.height + 1 + n] = hash;
    return hashes;
  });
  burnHashes.catch(() => undefined);
  const { epoch, pox } = options;
  const genesis = { balances, contracts, epoch, pox, burnHeight, burnHashes, fork: point };
  return begin({ ...genesis, cache, coverage, onWarning, reader }, { thread: vmThread, signal });
}

function begin(vmOptions: VmOptions & { burnHeight: number }, ofFirst: Pick<VmOptions, 'thread' | 'signal'>): VmBoot {
  const { burnHeight } = vmOptions;
  const first = startVm({ ...vmOptions, ...ofFirst });
  // The caller awaits it later; until then a failure must not be an unhandled rejection.
  first.catch(() => undefined);
  return { first, again: () => startVm(vmOptions), burnHeight };
}
