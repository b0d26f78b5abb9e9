import { createRules } from '../../../clarity/create-rules.js';
import { ALL_EPOCH_NAMES, type AnyEpochName, EPOCH_NAMES } from '../../../clarity/epoch.js';
import type { Rules } from '../../../clarity/execution.js';
import type { Epoch } from '../chain/epoch.js';
import type { Network } from '../chain/network.js';
import { nodeCrypto } from './crypto.js';

/** Returns the rules of an epoch, the same object each time: compiled code belongs to it. Epochs before 2.1 have its rules. */
export type RulesOf = (epoch: Pick<Epoch, 'name'>) => Rules;

export function createRulesOf({ isMainnet, chainId }: Pick<Network, 'isMainnet' | 'chainId'>, instrument?: Rules['instrument']): RulesOf {
  const known = new Map<AnyEpochName, Rules>();
  return ({ name }) => {
    const epoch = ALL_EPOCH_NAMES.find((one) => one === name) ?? EPOCH_NAMES[0];
    const rules = known.get(epoch) ?? createRules({ isMainnet, chainId, crypto: nodeCrypto }, epoch, instrument);
    known.set(epoch, rules);
    return rules;
  };
}
