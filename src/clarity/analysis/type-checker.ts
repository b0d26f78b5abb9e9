import type { CostTracker } from '../costs/tracker.js';
import type { Epoch } from '../epoch.js';
import { TypeFailure } from '../failure.js';
import { keywordTypes } from '../keyword-types.js';
import type { Expression } from '../syntax/expression.js';
import { admitsType } from '../types/admits.js';
import { typeSizeOf } from '../types/construct.js';
import type { FunctionType } from '../types/function.js';
import { leastSupertype } from '../types/supertype.js';
import { CallableType, MAX_UTF8_LENGTH, type Type } from '../types/type.js';
import { typeOfLiteral } from '../values/type-of.js';
import type { Value } from '../values/value.js';
import type { ClarityVersion } from '../version.js';
import { TraitCast } from './cast.js';
import type { FindContract } from './contract-analysis.js';
import { ContractContext } from './contract-context.js';
import { orElse } from './or-else.js';
import { ArgumentProbe, chargeTypeCheck, type Signature } from './signature.js';
import { StaticFailure } from './static-failure.js';
import type { Scope } from './typing-scope.js';

export type CheckOptions = {
  /** Address, dot, name. */
  readonly contract: string;
  readonly version: ClarityVersion;
  readonly epoch: Epoch;
  readonly costs: CostTracker;
  readonly contracts: FindContract;
};

/** Finds the type of a native's application, and charges for it. @throws StaticFailure, TypeFailure, CostFailure */
export type CheckApplication = (checker: TypeChecker, args: readonly Expression[], scope: Scope) => Type;

/** How a native is checked: by its types alone, which also lets sequences be mapped with it, or by rules of its own. */
export type NativeCheck = Signature | CheckApplication;

/**
 * Finds the types of expressions (`TypeChecker`, clarity/src/vm/analysis/type_checker/v2_1/mod.rs). What natives require is in
 * the files of `natives`. Failures have no place: it is that of `current`.
 */
export class TypeChecker {
  readonly version: ClarityVersion;
  readonly epoch: Epoch;
  readonly costs: CostTracker;
  readonly contracts: FindContract;
  readonly context: ContractContext;
  /** The innermost expression that is being checked; after a failure, the one that failed. */
  current: Expression | undefined;
  /** What the function that is being checked may return early; undefined if nothing did so far. */
  returns: Type | undefined;
  /** Whether a function is being checked. Early returns elsewhere go nowhere. */
  isInFunction = false;
  readonly #types: Map<number, Type> | undefined;
  readonly #natives: ReadonlyMap<string, NativeCheck>;
  readonly #keywords: ReadonlyMap<string, Type>;
  readonly #cast: TraitCast;

  /**
   * @param natives those of the version, by name
   * @param types filled with the types of all expressions, by their ids
   */
  constructor(
    { contract, version, epoch, costs, contracts }: CheckOptions,
    natives: ReadonlyMap<string, NativeCheck>,
    types: Map<number, Type> | undefined,
  ) {
    this.version = version;
    this.epoch = epoch;
    this.costs = costs;
    this.contracts = contracts;
    this.context = new ContractContext(contract, version);
    this.#types = types;
    this.#natives = natives;
    this.#keywords = keywordTypes(version);
    this.#cast = new TraitCast(this.context, epoch, costs, contracts);
  }

  /** Returns the type of an expression. @throws StaticFailure, TypeFailure, CostFailure */
  check(expression: Expression, scope: Scope): Type {
    const outer = this.current;
    this.current = expression;
    this.costs.chargeRuntime(this.costs.costs.AnalysisVisit.runtime(0));
    const type = this.#typeOf(expression, scope);
    this.#annotate(expression, type);
    this.current = outer;
    return type;
  }

  /**
   * Returns the type of an expression that stands where another type is expected. From Clarity 2 on, that is the expected type: contracts
   * and traits are cast.
   * @throws StaticFailure, TypeFailure, CostFailure
   */
  expect(expression: Expression, scope: Scope, expected: Type): Type {
    return this.version === 1 ? this.#expectWithoutCast(expression, scope, expected) : this.#expectWithCast(expression, scope, expected);
  }

  /** Expects arguments, from the given one on, to have these types. */
  expectAll(args: readonly Expression[], from: number, types: readonly Type[], scope: Scope): void {
    for (let at = 0; at < types.length; at++) this.expect(args[from + at] as Expression, scope, types[at] as Type);
  }

  #expectWithCast(expression: Expression, scope: Scope, expected: Type): Type {
    const outer = this.current;
    this.current = expression;
    const type = this.#typeOf(expression, scope);
    chargeTypeCheck(this.costs, expected, type);
    this.#cast.check(type, expected);
    this.#annotate(expression, expected);
    this.current = outer;
    return expected;
  }

  #expectWithoutCast(expression: Expression, scope: Scope, expected: Type): Type {
    if (expression.type === 'literal' && expected.kind === 'callable' && expected.callable.trait !== undefined) {
      const { value } = expression;
      if (value.kind === 'principal' && value.name !== undefined) {
        this.#cast.checkLiteral(value.text, expected.callable.trait);
        return expected;
      }
    }
    const type = this.check(expression, scope);
    chargeTypeCheck(this.costs, expected, type);
    if (!admitsType(expected, type)) throw new StaticFailure('TypeError', expected, type).at(expression);
    return type;
  }

  #annotate(expression: Expression, type: Type): void {
    this.costs.chargeRuntime(this.costs.costs.AnalysisTypeAnnotate.runtime(typeSizeOf(type)));
    this.note(expression, type);
  }

  /** Keeps the type of an expression that is not checked by itself. */
  note({ id }: Expression, type: Type): void {
    this.#types?.set(id, type);
  }

  #typeOf(expression: Expression, scope: Scope): Type {
    switch (expression.type) {
      case 'list':
        return this.#apply(expression.items, scope);
      case 'atom':
        return this.#lookUp(expression.name, scope);
      case 'literal':
        return this.#literal(expression.value);
      default:
        throw new StaticFailure('UnexpectedTraitOrFieldReference');
    }
  }

  #literal(value: Value): Type {
    if (value.kind === 'utf8' && value.characters.length > MAX_UTF8_LENGTH)
      throw new TypeFailure('InvariantViolation', 'ERROR: Too large of a buffer successfully constructed.');
    return typeOfLiteral(value);
  }

  #apply(items: readonly Expression[], scope: Scope): Type {
    const head = items[0];
    if (head?.type !== 'atom') throw new StaticFailure('NonFunctionApplication');
    const args = items.slice(1);
    const native = this.#natives.get(head.name);
    if (native !== undefined) return typeof native === 'function' ? native(this, args, scope) : this.#applySignature(native, args, scope);
    const fn = this.context.fn(head.name);
    if (fn === undefined) throw new StaticFailure('UnknownFunction', head.name);
    return this.#call(fn, args, scope);
  }

  /** Missing and surplus arguments are not noticed. */
  #call({ parameters, returns }: FunctionType, args: readonly Expression[], scope: Scope): Type {
    const count = Math.min(parameters.length, args.length);
    for (let at = 0; at < count; at++) this.expect(args[at] as Expression, scope, (parameters[at] as FunctionType['parameters'][0]).type);
    return returns;
  }

  #applySignature(signature: Signature, args: readonly Expression[], scope: Scope): Type {
    const probe = new ArgumentProbe(signature, this.costs);
    for (const arg of args) probe.add(this.check(arg, scope));
    return probe.finish(args.length, this.version);
  }

  /** The order says what hides what: neither `let` nor a parameter hides a keyword or a constant. */
  #lookUp(name: string, scope: Scope): Type {
    this.costs.chargeRuntime(this.costs.costs.AnalysisLookupVariableConst.runtime(0));
    const type = this.#keywords.get(name) ?? this.context.constants.get(name);
    if (type !== undefined) return type;
    const trait = scope.trait(name);
    if (trait !== undefined) return new CallableType({ trait });
    if (scope.depth > 0) {
      this.costs.charge('AnalysisLookupVariableDepth', scope.depth);
      const variable = scope.variable(name);
      if (variable !== undefined) return variable;
    }
    throw new StaticFailure('UndefinedVariable', name);
  }

  /** Returns the type of the last of several statements. Responses of others must be checked, which is reported after all were visited. */
  checkStatements(statements: readonly Expression[], scope: Scope): Type {
    let type: Type | undefined;
    let isUnchecked = false;
    for (const statement of statements) {
      isUnchecked ||= type?.kind === 'response';
      type = this.check(statement, scope);
    }
    if (isUnchecked) throw new StaticFailure('UncheckedIntermediaryResponses');
    return type as Type;
  }

  /** Notes that the function may return this type early (`track_return_type`). */
  trackReturn(type: Type): void {
    this.costs.charge('AnalysisTypeCheck', typeSizeOf(type));
    if (!this.isInFunction) return;
    const before = this.returns;
    this.returns = before === undefined ? type : orElse(() => leastSupertype(before, type), 'ReturnTypesMustMatch', before, type);
  }

  /**
   * Returns what is known of a function that a sequence function applies: of a native without rules of its own, or of one of the contract.
   */
  signatureOf(name: string): Signature {
    this.costs.charge('AnalysisLookupFunction', 0);
    const native = this.#natives.get(name);
    if (native !== undefined) {
      if (typeof native === 'function') throw new StaticFailure('IllegalOrUnknownFunctionApplication', name);
      return native;
    }
    const fn = this.context.fn(name);
    if (fn === undefined) throw new StaticFailure('IllegalOrUnknownFunctionApplication', name);
    return { kind: 'fixed', parameters: fn.parameters.map(({ type }) => type), returns: fn.returns };
  }

  /** Counts memory, from epoch 2.5 on. @throws CostFailure MemoryBalanceExceeded */
  addMemory(bytes: number): void {
    if (this.epoch.countsAnalysisMemory) this.costs.addMemory(bytes);
  }

  dropMemory(bytes: number): void {
    if (this.epoch.countsAnalysisMemory) this.costs.dropMemory(bytes);
  }
}
