import { readUses } from './read-uses.js';

/**
 * Returns the contracts that a source calls or takes traits from, without those that it only names as principals.
 * @param contract `ST….name` of the source
 */
export function calledContracts(source: string, contract: string): Set<string> {
  const { needed } = readUses(source, contract.slice(0, contract.indexOf('.')));
  return new Set(needed.map((use) => use.contract).filter((called) => called !== contract));
}
