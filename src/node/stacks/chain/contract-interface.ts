import type { ContractInterface } from '../vm/types.js';
import type { ChainState } from './state.js';

/** The contract's interface, from the VM at most once on one branch; undefined if there is no such contract. */
export async function contractInterface({ vm, interfaces }: ChainState, contract: string): Promise<ContractInterface | undefined> {
  const known = interfaces.get(contract);
  if (known !== undefined) return known;
  const found = await vm.contractInterface(contract);
  if (found !== undefined) interfaces.set(contract, found);
  return found;
}
