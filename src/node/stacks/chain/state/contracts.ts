import type { ContractInterface } from '../../../../chains/stacks/codec/contract/contract-interface.js';
import type { ContractSource, Vm } from '../../vm/types.js';

/**
 * Caches the interfaces of contracts on one branch, because they never change: reading one from the VM takes milliseconds for large
 * ones, and a wait for the block that it is making.
 */
export class KnownContracts {
  readonly interfaces = new Map<string, ContractInterface>();
  readonly sources = new Map<string, ContractSource>();

  clear(): void {
    this.interfaces.clear();
    this.sources.clear();
  }
}

/** A chain's VM, and what is known of its contracts. */
type WithContracts = { readonly vm: Vm; readonly contracts: KnownContracts };

/** Returns the contract's interface; undefined for an unknown contract. */
export function contractInterface({ vm, contracts }: WithContracts, contract: string): Promise<ContractInterface | undefined> {
  return lookUp(contracts.interfaces, contract, () => vm.contractInterface(contract));
}

/** Returns the contract's source; undefined for an unknown contract. */
export function contractSource({ vm, contracts }: WithContracts, contract: string): Promise<ContractSource | undefined> {
  return lookUp(contracts.sources, contract, () => vm.contractSource(contract));
}

async function lookUp<T>(known: Map<string, T>, contract: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
  const found = known.get(contract) ?? (await read());
  if (found !== undefined) known.set(contract, found);
  return found;
}
