import type { ChainState } from '../state/state.js';
import { goTo } from './go-to.js';

/** If the VM's thread crashed, starts a new VM in the state of the tip. */
export async function recoverVm(state: ChainState): Promise<void> {
  if (state.vm.lost.aborted) await goTo(state, state.ledger.tip);
}
