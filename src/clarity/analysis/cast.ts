import { subtractCosts } from '../costs/arithmetic.js';
import type { CostTracker } from '../costs/tracker.js';
import type { Epoch } from '../epoch.js';
import { CostFailure, type ExecutionCost, TypeFailure } from '../failure.js';
import { admitsType } from '../types/admits.js';
import { displayTrait } from '../types/display.js';
import { equalTraits } from '../types/equal.js';
import { type MethodType, type Trait, traitTypeSize } from '../types/function.js';
import { CallableType, MAX_TYPE_DEPTH, type TraitId, type TupleType, type Type } from '../types/type.js';
import { checkCompliance } from './compliance.js';
import type { FindContract } from './contract-analysis.js';
import type { ContractContext } from './contract-context.js';
import { StaticFailure } from './static-failure.js';

/**
 * Checks whether a type can stand where another is expected, where contracts and traits stand for traits that they fulfil
 * (`clarity2_inner_type_check_type`, clarity/src/vm/analysis/type_checker/v2_1/mod.rs).
 */
export class TraitCast {
  readonly #context: ContractContext | undefined;
  readonly #epoch: Epoch;
  readonly #costs: CostTracker;
  readonly #contracts: FindContract;
  /** What comparisons of two traits cost, and what was wrong. */
  readonly #compared = new Map<string, { readonly cost: ExecutionCost; readonly failure: unknown }>();

  /** @param context of the contract that is analysed; undefined outside of an analysis */
  constructor(context: ContractContext | undefined, epoch: Epoch, costs: CostTracker, contracts: FindContract) {
    this.#context = context;
    this.#epoch = epoch;
    this.#costs = costs;
    this.#contracts = contracts;
  }

  /** @throws StaticFailure, TypeFailure, CostFailure */
  check(actual: Type, expected: Type, depth = 1): void {
    if (depth > MAX_TYPE_DEPTH) throw new TypeFailure('TypeSignatureTooDeep');
    if (actual.kind === 'no-type' || this.#checkContents(actual, expected, depth)) return;
    if (!admitsType(expected, actual)) throw new StaticFailure('TypeError', expected, actual);
  }

  /** Compares contents one by one, so that the innermost difference is reported. Returns false for types that are compared as a whole. */
  #checkContents(actual: Type, expected: Type, depth: number): boolean {
    switch (expected.kind) {
      case 'optional':
        if (actual.kind !== 'optional') return false;
        this.check(actual.inner, expected.inner, depth + 1);
        return true;
      case 'response':
        if (actual.kind !== 'response') return false;
        this.check(actual.ok, expected.ok, depth + 1);
        this.check(actual.err, expected.err, depth + 1);
        return true;
      case 'list':
        if (actual.kind !== 'list') return false;
        if (actual.maxLength > expected.maxLength) throw new StaticFailure('TypeError', expected, actual);
        this.check(actual.entry, expected.entry, depth + 1);
        return true;
      case 'tuple':
        if (actual.kind !== 'tuple') return false;
        this.#checkFields(actual, expected, depth);
        return true;
      case 'callable':
        return expected.callable.trait !== undefined && this.#checkTrait(actual, expected, expected.callable.trait, depth);
      default:
        return false;
    }
  }

  #checkFields(actual: TupleType, expected: TupleType, depth: number): void {
    if (actual.types.length !== expected.types.length) throw new StaticFailure('TypeError', expected, actual);
    for (let at = 0; at < expected.types.length; at++) {
      const field = actual.field(expected.fields.names[at] as string);
      if (field === undefined) throw new StaticFailure('TypeError', expected, actual);
      this.check(field, expected.types[at] as Type, depth + 1);
    }
  }

  /** Returns whether what is given is a contract, a trait, or several of them. */
  #checkTrait(actual: Type, type: Type, expected: TraitId, depth: number): boolean {
    if (actual.kind === 'list-union') {
      for (const callable of actual.callables) this.check(new CallableType(callable), type, depth + 1);
      return true;
    }
    if (actual.kind !== 'callable') return false;
    const { contract, trait } = actual.callable;
    if (trait === undefined) this.#checkContract(contract, expected);
    else if (!equalTraits(trait, expected)) this.#checkTraits(trait, expected, depth);
    return true;
  }

  #checkContract(contract: string, expected: TraitId): void {
    const analysis = this.#contracts(contract);
    this.#costs.charge(
      'AnalysisFetchContractEntry',
      analysis === undefined ? 1 : analysis.publicFunctions.size + analysis.readOnlyFunctions.size,
    );
    if (analysis === undefined) throw new StaticFailure('NoSuchContract', contract);
    checkCompliance(analysis, expected.name, this.#fetch(expected));
  }

  /**
   * Traits can refer to each other in many ways, so that a comparison could need the same one again and again. What it charges is charged
   * each time.
   */
  #checkTraits(actual: TraitId, expected: TraitId, depth: number): void {
    const key = `${depth} ${displayTrait(actual)} ${displayTrait(expected)}`;
    const known = this.#compared.get(key);
    if (known !== undefined) {
      this.#costs.add(known.cost);
      if (known.failure !== undefined) throw known.failure;
      return;
    }
    const before = this.#costs.total();
    let failure: unknown;
    try {
      this.#compareTraits(actual, expected, depth);
    } catch (error) {
      failure = error;
    }
    if (!(failure instanceof CostFailure)) this.#compared.set(key, { cost: subtractCosts(this.#costs.total(), before), failure });
    if (failure !== undefined) throw failure;
  }

  #compareTraits(actual: TraitId, expected: TraitId, depth: number): void {
    const actualTrait = this.#fetch(actual);
    const expectedTrait = this.#fetch(expected);
    for (const [name, method] of expectedTrait) {
      const other = actualTrait.get(name);
      if (other === undefined || !this.#isCompatible(method, other, depth)) throw new StaticFailure('IncompatibleTrait', expected, actual);
    }
  }

  /** Parameters are compared in the same direction as results, unlike those of contracts. */
  #isCompatible(expected: MethodType, actual: MethodType, depth: number): boolean {
    if (expected.parameters.length !== actual.parameters.length) return false;
    try {
      for (let at = 0; at < expected.parameters.length; at++)
        this.check(actual.parameters[at] as Type, expected.parameters[at] as Type, depth + 1);
      this.check(actual.returns, expected.returns, depth + 1);
      return true;
    } catch (error) {
      this.#rethrow(error);
      return false;
    }
  }

  /**
   * What goes wrong within a comparison of traits makes them incompatible, with these exceptions (`mask_incompatible_or_propagate_error`).
   */
  #rethrow(error: unknown): void {
    if (error instanceof TypeFailure) {
      if (error.name === 'TypeSignatureTooDeep') throw new StaticFailure('TraitReferenceChainTooDeep');
      return;
    }
    if (error instanceof CostFailure && !this.#epoch.surfacesTraitCostErrors) return;
    if (error instanceof StaticFailure && error.name !== 'TraitReferenceChainTooDeep') return;
    throw error;
  }

  /**
   * Returns a trait's methods. Those of this contract cost nothing before epoch 4.0, then only runtime.
   * @throws StaticFailure NoSuchTrait, NoSuchContract
   */
  #fetch(id: TraitId): Trait {
    const own = this.#context?.traits.get(id);
    if (own !== undefined) {
      if (this.#epoch.metersOwnTraits) this.#costs.chargeRuntime(this.#costs.costs.AnalysisUseTraitEntry.runtime(traitTypeSize(own)));
      return own;
    }
    if (id.contract === this.#context?.contract) throw new StaticFailure('NoSuchTrait', id.contract, id.name);
    const contract = this.#contracts(id.contract);
    const trait = contract?.traits.get(id.name);
    this.#costs.charge('AnalysisUseTraitEntry', trait === undefined ? 1 : traitTypeSize(trait));
    if (contract === undefined) throw new StaticFailure('NoSuchContract', id.contract);
    if (trait === undefined) throw new StaticFailure('NoSuchTrait', id.contract, id.name);
    return trait;
  }

  /** Checks a literal contract in Clarity 1, at no cost. @throws StaticFailure */
  checkLiteral(contract: string, expected: TraitId): void {
    const analysis = this.#contracts(contract);
    if (analysis === undefined) throw new StaticFailure('NoSuchContract', contract);
    const definer = this.#contracts(expected.contract);
    if (definer === undefined) throw new StaticFailure('NoSuchContract', expected.contract);
    const trait = definer.traits.get(expected.name);
    if (trait === undefined) throw new StaticFailure('NoSuchTrait', expected.contract, expected.name);
    checkCompliance(analysis, expected.name, trait);
  }
}
