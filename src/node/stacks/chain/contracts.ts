import type { ContractInterface, ContractSource } from '../vm/types.js';
import type { ChainState } from './state.js';

/**
 * What contracts are, from the VM at most once on one branch, because they never change: asking it costs milliseconds for large
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

/** The contract's interface; undefined if there is no such contract. */
export function contractInterface({ vm, contracts }: ChainState, contract: string): Promise<ContractInterface | undefined> {
  return lookUp(contracts.interfaces, contract, () => vm.contractInterface(contract));
}

/** The contract's source; undefined if there is no such contract. */
export function contractSource({ vm, contracts }: ChainState, contract: string): Promise<ContractSource | undefined> {
  return lookUp(contracts.sources, contract, () => vm.contractSource(contract));
}

async function lookUp<T>(known: Map<string, T>, contract: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
  const found = known.get(contract) ?? (await read());
  if (found !== undefined) known.set(contract, found);
  return found;
}
