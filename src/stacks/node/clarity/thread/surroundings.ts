import { messageOf } from '../../../../base/error.js';
import { reportEvaluations } from '../../../../clarity/debug.js';
import type { AnyEpochName, Epoch } from '../../../../clarity/epoch.js';
import { HitCounter } from '../coverage/hits.js';
import { createRulesOf, type RulesOf } from '../rules.js';
import type { Done, ThreadData } from './protocol.js';
import { SharedContracts } from './shared-contracts.js';

/** What a thread keeps from one job to the next. */
export type Surroundings = Pick<ThreadData, 'unlockHeights' | 'deadline'> & {
  rulesOf: RulesOf;
  /** Returns rules whose code can be debugged. */
  debugRulesOf: RulesOf;
  counter: HitCounter | undefined;
  contracts: SharedContracts;
  epoch: (name: AnyEpochName) => Epoch;
};

export function createSurroundings(data: ThreadData): Surroundings {
  const counter = data.coverage ? new HitCounter() : undefined;
  const rulesOf = createRulesOf(data, counter?.instrument);
  return {
    ...data,
    rulesOf,
    debugRulesOf: createRulesOf(data, reportEvaluations),
    counter,
    contracts: new SharedContracts(false),
    epoch: (name) => rulesOf({ name }).epoch,
  };
}

/** What a thread says of a fault of ours. */
export function failure(error: unknown): Done {
  return { type: 'failed', message: messageOf(error), stack: error instanceof Error ? error.stack : undefined };
}
