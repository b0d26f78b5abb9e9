import type { BootContract } from '../../../../clarity/boot/boot-origin.js';
import { BEFORE_ALL } from '../../../../clarity/execution/chain-view.js';
import { deployContract } from '../../../../clarity/execution/deploy.js';
import { Execution } from '../../../../clarity/execution/execution.js';
import { readProgram } from '../../../../clarity/execution/program.js';
import { type State, StateEditor } from '../../../../clarity/state/state.js';
import { UNLOCKS_NEVER } from '../../../../clarity/state/unlock-heights.js';
import { issuerOf } from '../../../../clarity/values/principal.js';
import type { RulesOf } from '../rules.js';
import { tokenOfPox5 } from './boot-state.js';

/** Returns the state by which a contract is analysed: a network without the token that pox-5 names has it for that alone. A real node stops there. */
export function analysisState(state: State, contract: Pick<BootContract, 'id' | 'source'>, rulesOf: RulesOf): State {
  const editor = new StateEditor(state);
  for (const token of tokenOfPox5([contract])) {
    if (editor.contract(token.id) !== undefined) continue;
    const begin = () => {
      const surroundings = { chain: BEFORE_ALL, unlockHeights: UNLOCKS_NEVER, memoryLimit: Number.POSITIVE_INFINITY };
      return new Execution({ rules: rulesOf({ name: token.epoch }), state: editor, sender: issuerOf(token.id), ...surroundings });
    };
    deployContract(begin(), readProgram(begin(), token));
  }
  return editor.snapshot();
}
