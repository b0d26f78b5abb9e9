import type { Epoch } from '../epoch.js';
import type { FunctionType, Trait } from '../types/function.js';
import { compareTraits } from '../types/order.js';
import type { TraitId, Type } from '../types/type.js';
import type { ClarityVersion } from '../version.js';
import type { ContractAnalysis, MapType } from './contract-analysis.js';
import { StaticFailure } from './static-failure.js';
import { TraitTable } from './trait-table.js';

/** What a contract has defined so far (`ContractContext`, clarity/src/vm/analysis/type_checker/v2_1/contexts.rs). */
export class ContractContext {
  readonly contract: string;
  readonly version: ClarityVersion;
  readonly traits: TraitTable;
  readonly constants = new Map<string, Type>();
  readonly variables = new Map<string, Type>();
  readonly maps = new Map<string, MapType>();
  readonly fungibleTokens = new Set<string>();
  readonly nonFungibleTokens = new Map<string, Type>();
  readonly #privateFunctions = new Map<string, FunctionType>();
  readonly #publicFunctions = new Map<string, FunctionType>();
  readonly #readOnlyFunctions = new Map<string, FunctionType>();
  /** All names that are taken, except those of traits. */
  readonly #names = new Set<string>();
  readonly #implementedTraits = new Map<string, TraitId>();

  constructor(contract: string, version: ClarityVersion) {
    this.contract = contract;
    this.version = version;
    this.traits = new TraitTable(contract, version);
  }

  /**
   * Checks that a name is free: Clarity forbids shadowing (`check_name_used`, clarity/src/vm/analysis/type_checker/v2_1/contexts.rs). Names
   * of read-only functions count as free: taking one fails at run time.
   * @throws StaticFailure ReservedWord, NameAlreadyUsed
   */
  checkFree(name: string): void {
    if (name === 'block-height' && this.version >= 3) throw new StaticFailure('ReservedWord', name);
    if (this.#names.has(name) || this.traits.hasName(name)) throw new StaticFailure('NameAlreadyUsed', name);
  }

  #take(name: string): void {
    this.checkFree(name);
    this.#names.add(name);
  }

  fn(name: string): FunctionType | undefined {
    return this.#publicFunctions.get(name) ?? this.#privateFunctions.get(name) ?? this.#readOnlyFunctions.get(name);
  }

  addFunction(access: 'private' | 'public' | 'read-only', name: string, type: FunctionType): void {
    if (access === 'read-only') this.checkFree(name);
    else this.#take(name);
    const functions = { private: this.#privateFunctions, public: this.#publicFunctions, 'read-only': this.#readOnlyFunctions };
    functions[access].set(name, type);
  }

  addConstant(name: string, type: Type): void {
    this.#take(name);
    this.constants.set(name, type);
  }

  addVariable(name: string, type: Type): void {
    this.#take(name);
    this.variables.set(name, type);
  }

  addMap(name: string, type: MapType): void {
    this.#take(name);
    this.maps.set(name, type);
  }

  addFungibleToken(name: string): void {
    this.#take(name);
    this.fungibleTokens.add(name);
  }

  addNonFungibleToken(name: string, type: Type): void {
    this.#take(name);
    this.nonFungibleTokens.set(name, type);
  }

  /** Before Clarity 3, a trait takes any name. */
  addTrait(name: string, trait: Trait): void {
    if (this.version >= 3) this.checkFree(name);
    this.traits.define(name, trait);
  }

  addUsedTrait(alias: string, id: TraitId, trait: Trait): void {
    if (this.version >= 3) this.checkFree(alias);
    this.traits.use(alias, id, trait);
  }

  addImplementedTrait(trait: TraitId): void {
    this.#implementedTraits.set(`${trait.contract}.${trait.name}`, trait);
  }

  toAnalysis(epoch: Epoch, types: ReadonlyMap<number, Type> | undefined): Omit<ContractAnalysis, 'pureFunctions'> {
    return {
      contract: this.contract,
      version: this.version,
      epoch,
      privateFunctions: sorted(this.#privateFunctions),
      publicFunctions: sorted(this.#publicFunctions),
      readOnlyFunctions: sorted(this.#readOnlyFunctions),
      constants: sorted(this.constants),
      variables: sorted(this.variables),
      maps: sorted(this.maps),
      fungibleTokens: new Set([...this.fungibleTokens].sort()),
      nonFungibleTokens: sorted(this.nonFungibleTokens),
      traits: sorted(this.traits.own()),
      implementedTraits: [...this.#implementedTraits.values()].sort(compareTraits),
      types,
    };
  }
}

function sorted<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const result = new Map<string, T>();
  for (const name of [...map.keys()].sort()) result.set(name, map.get(name) as T);
  return result;
}
