/** Keys of a contract's metadata (stacks-core: `ContractDataVarName`). */
export const CONTRACT = 'vm-metadata::9::contract';
export const DATA_SIZE = 'vm-metadata::9::contract-data-size';
export const CONTRACT_SIZE = 'vm-metadata::9::contract-size';
export const SOURCE = 'vm-metadata::9::contract-src';
export const ANALYSIS = 'analysis';

/** The size of a contract's constants, from the JSON of the contract, as decimal text. */
export function dataSize(contract: string): string {
  const [, size = '0'] = /^"data_size":(\d+)/.exec(contract.slice(contract.lastIndexOf('"data_size":'))) ?? [];
  return size;
}
