import type { Fork } from '../../../../chains/stacks/origin/origin-reader.js';
import type { StateEditor } from '../../../../clarity/state/state.js';
import { type Epoch, isAtLeast } from '../../chain/epoch.js';
import type { RulesOf } from '../rules.js';
import { OriginAnswers } from './answers.js';
import { NetworkOrigin } from './network-origin.js';
import { OriginChain } from './origin-chain.js';

type OriginOptions = {
  epoch: Epoch;
  rulesOf: RulesOf;
  /** The accounts that are there beside those of the network. */
  given: StateEditor;
};

/** Opens the state and the chain of a running network at the block from which a fork continues. */
export function openOrigin(fork: Fork, { epoch, rulesOf, given }: OriginOptions): { origin: NetworkOrigin; chain: OriginChain } {
  const { point } = fork;
  const answers = new OriginAnswers(fork);
  const common = { answers, rules: rulesOf(epoch), rulesOf };
  const stateAt = (tip: string): NetworkOrigin => new NetworkOrigin({ ...common, tip });
  return {
    origin: new NetworkOrigin({ ...common, tip: point.block.id, given: (principal) => given.account(principal) }),
    chain: new OriginChain({ answers, point, hasTimes: isAtLeast(epoch, '3.3'), stateAt }),
  };
}
