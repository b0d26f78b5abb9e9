import type { StateEditor } from '../../../../clarity/state.js';
import type { Fork } from '../../../protocol/fork-source/reader.js';
import { type Epoch, isAtLeast } from '../../chain/epoch.js';
import type { RulesOf } from '../rules.js';
import { ForkSourceAnswers } from './answers.js';
import { ForkSourceChain } from './chain.js';
import { ForkSourceState } from './state.js';

type ForkSourceOptions = {
  epoch: Epoch;
  rulesOf: RulesOf;
  /** The accounts that are there beside those of the network. */
  given: StateEditor;
};

/** Opens the state and the chain of a running network at the block from which a fork continues. */
export function openForkSource(
  fork: Fork,
  { epoch, rulesOf, given }: ForkSourceOptions,
): { inherited: ForkSourceState; chain: ForkSourceChain } {
  const { point } = fork;
  const answers = new ForkSourceAnswers(fork);
  const common = { answers, rules: rulesOf(epoch), rulesOf };
  const stateAt = (tip: string): ForkSourceState => new ForkSourceState({ ...common, tip });
  return {
    inherited: new ForkSourceState({ ...common, tip: point.block.id, given: (principal) => given.account(principal) }),
    chain: new ForkSourceChain({ answers, point, hasTimes: isAtLeast(epoch, '3.3'), stateAt }),
  };
}
