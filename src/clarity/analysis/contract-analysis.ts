import type { Epoch } from '../epoch.js';
import type { FunctionType, Trait } from '../types/function.js';
import type { TraitId, Type } from '../types/type.js';
import type { ClarityVersion } from '../version.js';

/** The types of a map's keys and values. */
export type MapType = { readonly key: Type; readonly value: Type };

/**
 * What other contracts and the execution need to know of a contract (`ContractAnalysis`, clarity/src/vm/analysis/types.rs). Names are in
 * byte order.
 */
export type ContractAnalysis = {
  /** Address, dot, name. */
  readonly contract: string;
  readonly version: ClarityVersion;
  /** The epoch in which the contract was analysed. */
  readonly epoch: Epoch;
  readonly privateFunctions: ReadonlyMap<string, FunctionType>;
  readonly publicFunctions: ReadonlyMap<string, FunctionType>;
  readonly readOnlyFunctions: ReadonlyMap<string, FunctionType>;
  /** Names of all functions that write nothing, private and public ones as well; undefined if the contract was analysed elsewhere. */
  readonly pureFunctions: ReadonlySet<string> | undefined;
  readonly constants: ReadonlyMap<string, Type>;
  readonly variables: ReadonlyMap<string, Type>;
  readonly maps: ReadonlyMap<string, MapType>;
  readonly fungibleTokens: ReadonlySet<string>;
  readonly nonFungibleTokens: ReadonlyMap<string, Type>;
  /** The traits that the contract defines. In Clarity 1, those that it imports are among them. */
  readonly traits: ReadonlyMap<string, Trait>;
  readonly implementedTraits: readonly TraitId[];
  /** The type of each expression that has one, by its id, if asked for. */
  readonly types: ReadonlyMap<number, Type> | undefined;
};

/** Finds the analysis of a contract that exists. */
export type FindContract = (contract: string) => ContractAnalysis | undefined;

/** Returns the type of a function that other contracts can call (`get_public_function_type`, then `get_read_only_function_type`). */
export function callableFunction({ publicFunctions, readOnlyFunctions }: ContractAnalysis, name: string): FunctionType | undefined {
  return publicFunctions.get(name) ?? readOnlyFunctions.get(name);
}
