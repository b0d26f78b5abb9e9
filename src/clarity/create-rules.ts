import { compileFunction } from './compile/compile.js';
import { costsOf } from './costs/costs.js';
import { type AnyEpochName, epochOf } from './epoch.js';
import type { Network, Rules } from './execution/execution.js';

/**
 * Returns the rules of an epoch on a network. Code is compiled for one object of them: make it once and share it.
 * @param instrument @default code is executed as it is
 */
export function createRules(network: Network, name: AnyEpochName, instrument?: Rules['instrument']): Rules {
  const epoch = epochOf(name);
  const rules: Rules = { ...network, epoch, costs: costsOf(epoch), compile: (fn) => compileFunction(fn, rules), instrument };
  return rules;
}
