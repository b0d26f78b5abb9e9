import type { ContractInterface } from '../../../../chains/stacks/codec/contract/contract-interface.js';
import type { Machine } from '../machine/machine.js';
import { isPlaceholder } from '../machine/placeholder.js';
import { ANALYSIS } from '../memory/contract-metadata.js';

type Interface = ContractInterface & { functions: { name: string }[] };

/** Returns the interface of a contract, which the VM stores with its analysis; undefined if there is no such contract. */
export function readInterface({ metadata }: Machine, contract: string): ContractInterface | undefined {
  const analysis = metadata(contract, ANALYSIS);
  if (analysis === undefined) return undefined;
  const { contract_interface: found } = JSON.parse(analysis) as { contract_interface: Interface };
  return { ...found, functions: found.functions.filter(({ name }) => !isPlaceholder(name)) };
}
