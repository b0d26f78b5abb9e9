import type { Epoch } from '../epoch.js';
import { COSTS_3 } from './costs-3.js';
import { COSTS_4 } from './costs-4.js';
import { COSTS_5 } from './costs-5.js';

/**
 * The costs of an epoch, by the names of `ClarityCostFunction` (clarity/src/vm/costs/cost_functions.rs). Functions that an epoch lacks
 * are undefined.
 */
export type Costs = typeof COSTS_3 & Partial<typeof COSTS_5> & { readonly contract: string };
export type CostName = Exclude<keyof Costs, 'contract'>;

/**
 * Returns the costs of an epoch. What the contract `cost-voting` could change before epoch 4.0 is not known here.
 * `contract` names the boot contract that the costs have on chain (`default_cost_contract_for_epoch`, clarity/src/vm/costs/mod.rs).
 */
export function costsOf(epoch: Epoch): Costs {
  if (epoch.since('4.0')) return FROM_4_0;
  return epoch.since('3.3') ? FROM_3_3 : FROM_2_1;
}

const FROM_2_1: Costs = { ...COSTS_3, contract: 'costs-3' };
const FROM_3_3: Costs = { ...COSTS_4, contract: 'costs-4' };
const FROM_4_0: Costs = { ...COSTS_5, contract: 'costs-5' };

/** The name of a cost function in its contract: `cost_lookup_function` for `LookupFunction`. */
export function functionName(name: CostName): string {
  if (name === 'PoisonMicroblock') return 'poison_microblock';
  return `cost${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
