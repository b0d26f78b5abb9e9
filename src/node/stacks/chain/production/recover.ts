import type { ChainState } from '../state/state.js';
import { goTo } from './go-to.js';

/** Replaces a VM whose thread died by one in the state of the tip. A VM that lives is left alone. */
export async function recoverVm(state: ChainState): Promise<void> {
  if (state.vm.lost.aborted) await goTo(state, state.ledger.tip);
}
