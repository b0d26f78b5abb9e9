import { TypeFailure } from '../failure.js';
import { admitsType } from '../types/admits.js';
import type { FunctionType, MethodType, Trait } from '../types/function.js';
import type { Type } from '../types/type.js';
import type { ContractAnalysis } from './contract-analysis.js';
import { StaticFailure } from './static-failure.js';

/** The functions of a contract that others can call. */
type Callables = Pick<ContractAnalysis, 'publicFunctions' | 'readOnlyFunctions'>;

/**
 * Checks that a contract has all methods of a trait (`check_trait_compliance`, clarity/src/vm/analysis/types.rs).
 * @param name the trait's, for the message
 * @throws StaticFailure BadTraitImplementation
 * @throws TypeFailure CouldNotDetermineType
 */
export function checkCompliance({ publicFunctions, readOnlyFunctions }: Callables, name: string, trait: Trait): void {
  for (const [method, type] of trait) {
    const isAmbiguous = publicFunctions.has(method) && readOnlyFunctions.has(method);
    const fn = publicFunctions.get(method) ?? readOnlyFunctions.get(method);
    if (fn === undefined || isAmbiguous || !fits(fn, type)) throw new StaticFailure('BadTraitImplementation', name, method);
  }
}

/** Returns whether a contract has all methods of a trait. */
export function complies(contract: Callables, name: string, trait: Trait): boolean {
  try {
    checkCompliance(contract, name, trait);
    return true;
  } catch (error) {
    if (error instanceof StaticFailure || error instanceof TypeFailure) return false;
    throw error;
  }
}

/** A function takes at least what the trait promises, and returns no more. */
function fits({ parameters, returns }: FunctionType, method: MethodType): boolean {
  if (parameters.length !== method.parameters.length) return false;
  return parameters.every(({ type }, at) => admitsType(type, method.parameters[at] as Type)) && admitsType(method.returns, returns);
}
