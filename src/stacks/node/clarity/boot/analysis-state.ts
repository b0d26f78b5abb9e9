import type { BootContract } from '../../../../clarity/boot.js';
import { deployContract, executionOfDeploy, readProgram } from '../../../../clarity/execution.js';
import { type State, StateEditor } from '../../../../clarity/state.js';
import type { RulesOf } from '../rules.js';
import { tokenOfPox5 } from './boot-state.js';

/**
 * Returns the state by which a contract is analysed: a network without the token that pox-5 names has it for that alone. A real node
 * stops there.
 */
export function analysisState(state: State, contract: Pick<BootContract, 'id' | 'source'>, rulesOf: RulesOf): State {
  const editor = new StateEditor(state);
  for (const token of tokenOfPox5([contract])) {
    if (editor.contract(token.id) !== undefined) continue;
    const begin = () => executionOfDeploy(token.id, editor, rulesOf({ name: token.epoch }));
    deployContract(begin(), readProgram(begin(), token));
  }
  return editor.snapshot();
}
