import { DevnetError } from '../../../base/error.js';
import type { Engine, EngineState } from '../../../stacks/engine.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';
import type { StateParts } from './create.js';

/** Changes the state of an engine's network. */
export function engineState(
  { name, state }: Pick<Engine, 'name' | 'state'>,
  waitForTx: (txid: string) => Promise<StacksTxReceipt>,
): Pick<StateParts<StacksTxReceipt>, 'change' | 'setNextBlockTime'> {
  const checked = (): EngineState => {
    if (state !== undefined) return state;
    const hint = 'Use the embedded engine, or transactions that the contract allows.';
    throw new DevnetError('UNSUPPORTED', `the nodes of the ${name} engine change their state by transactions only`, { hint });
  };
  return {
    async change(change) {
      return waitForTx(await checked().change(change));
    },
    async setNextBlockTime(time) {
      checked().setNextBlockTime(time);
    },
  };
}
