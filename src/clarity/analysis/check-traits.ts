import { TypeFailure } from '../failure.js';
import { readDefinition } from '../syntax/definition.js';
import type { Expression } from '../syntax/expression.js';
import type { TraitId } from '../types/type.js';
import { checkCompliance } from './compliance.js';
import type { ContractAnalysis, FindContract } from './contract-analysis.js';
import { fromTypeFailure, StaticFailure } from './static-failure.js';

/**
 * Checks that a contract has all methods of the traits that it says it implements (clarity/src/vm/analysis/trait_checker/mod.rs). It costs
 * nothing. A contract cannot implement a trait of its own: its analysis is not stored yet.
 * @throws StaticFailure TraitReferenceUnknown, BadTraitImplementation
 */
export function checkTraits(
  expressions: readonly Expression[],
  analysis: Omit<ContractAnalysis, 'pureFunctions'>,
  contracts: FindContract,
): void {
  for (const id of analysis.implementedTraits) {
    try {
      const trait = contracts(id.contract)?.traits.get(id.name);
      if (trait === undefined) throw new StaticFailure('TraitReferenceUnknown', id.name);
      checkCompliance(analysis, id.name, trait);
    } catch (error) {
      const failure = error instanceof TypeFailure ? fromTypeFailure(error) : error;
      throw failure instanceof StaticFailure ? placed(failure, expressions, id) : failure;
    }
  }
}

/** Sets the place of the contract's `impl-trait`. The node's error has none. */
function placed(failure: StaticFailure, expressions: readonly Expression[], { contract, name }: TraitId): StaticFailure {
  const isPromise = (expression: Expression): boolean => {
    const definition = readDefinition(expression);
    return definition?.form === 'impl-trait' && definition.trait.contract === contract && definition.trait.name === name;
  };
  const promise = expressions.find(isPromise);
  return (promise === undefined ? failure : failure.at(promise)).withoutPlace();
}
