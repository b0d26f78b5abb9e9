import { literalsIn } from './literals.js';
import type { Call, ContractUses, Signature, Use } from './uses.js';

/**
 * Returns the contracts that must exist before a contract can be deployed: those that it calls, takes traits from, or passes as traits. All
 * others are principals, which any contract may be.
 * @param usesOf the uses of another contract; undefined for one whose source is not known, which takes no trait then
 */
export function neededUses(uses: ContractUses, usesOf: (contract: string) => ContractUses | undefined): Use[] {
  const passed = uses.passed.filter(({ call, index }) => signatureOf(call, uses, usesOf)?.[index] === true);
  return [...uses.needed, ...literalsIn(passed)];
}

function signatureOf(call: Call, own: ContractUses, usesOf: (contract: string) => ContractUses | undefined): Signature | undefined {
  switch (call.type) {
    case 'own':
      return own.functions.get(call.fn);
    case 'contract':
      return usesOf(call.contract)?.functions.get(call.fn);
    case 'trait': {
      const { contract, name } = call.trait;
      return (contract === undefined ? own : usesOf(contract))?.traits.get(name)?.get(call.fn);
    }
  }
}
