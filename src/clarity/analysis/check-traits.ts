import { TypeFailure } from '../failure.js';
import { checkCompliance } from './compliance.js';
import type { ContractAnalysis, FindContract } from './contract-analysis.js';
import { fromTypeFailure, StaticFailure } from './static-failure.js';

/**
 * Checks that a contract has all methods of the traits that it says it implements (clarity/src/vm/analysis/trait_checker/mod.rs). It costs
 * nothing. A contract cannot implement a trait of its own: its analysis is not stored yet.
 * @throws StaticFailure TraitReferenceUnknown, BadTraitImplementation
 */
export function checkTraits(analysis: Omit<ContractAnalysis, 'pureFunctions'>, contracts: FindContract): void {
  for (const { contract, name } of analysis.implementedTraits) {
    const trait = contracts(contract)?.traits.get(name);
    if (trait === undefined) throw new StaticFailure('TraitReferenceUnknown', name).withoutPlace();
    try {
      checkCompliance(analysis, name, trait);
    } catch (error) {
      if (error instanceof StaticFailure) throw error.withoutPlace();
      throw error instanceof TypeFailure ? fromTypeFailure(error).withoutPlace() : error;
    }
  }
}
