import { invalid } from '../../error.js';
import { Path } from './chain/path.js';
import { nextSortition, type Sortition } from './chain/sortition.js';
import { type ChainState, createState } from './chain/state.js';
import { type Curve, loadCurve } from './codec/recover.js';
import type { BurnBlock, StacksNodeOptions } from './types.js';
import type { Vm } from './vm/types.js';

/** Starts the VM, loads what verifies signatures, and puts the chain at the last Bitcoin block; all three at once where possible. */
export async function boot(options: StacksNodeOptions): Promise<{ state: ChainState; curve: Curve }> {
  const { balances, epoch, pox, genesisTime, cache, onWarning } = options;
  const burnHeight = options.bootHeight ?? (await options.burnchain).length - 1;
  const { startVm } = await import('./vm/vm.js');
  const bootVm = () => startVm({ balances, epoch, pox, burnHeight, genesisTime, cache, onWarning });
  const [vm, burnchain, curve] = await Promise.allSettled([bootVm(), options.burnchain, loadCurve()]);
  try {
    return { state: createState(value(vm), bootVm, sortitionPath(value(burnchain), burnHeight)), curve: value(curve) };
  } catch (error) {
    if (vm.status === 'fulfilled') await closeQuietly(vm.value);
    throw error;
  }
}

function value<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** The error that brought us here matters more than one from closing. */
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
