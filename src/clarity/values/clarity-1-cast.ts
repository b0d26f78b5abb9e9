import type { TraitId, Type } from '../types/type.js';
import type { PrincipalValue, Value } from './value.js';

/**
 * Returns the contract that an argument of a function of Clarity 1 is, and the trait for which it stands; undefined for any other argument.
 * The type of the parameter must admit that one as it is: a contract in an optional, a list or a tuple stands for no trait. The mempool and
 * the execution share this rule (`check_args_by_allowing_trait_cast_2_1`, `execute_apply`).
 */
export function castInClarity1(type: Type, value: Value): { contract: PrincipalValue; trait: TraitId } | undefined {
  if (type.kind !== 'callable' || value.kind !== 'principal' || value.name === undefined) return undefined;
  const { trait } = type.callable;
  return trait && { contract: value, trait };
}
