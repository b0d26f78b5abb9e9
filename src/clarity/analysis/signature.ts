import type { CostTracker } from '../costs/tracker.js';
import { CostFailure } from '../failure.js';
import { admitsType } from '../types/admits.js';
import { equalTypes } from '../types/equal.js';
import { ASCII_MAX, BOOL, BUFFER_MAX, INT, type Type, UINT, UTF8_MAX } from '../types/type.js';
import type { ClarityVersion } from '../version.js';
import { StaticFailure } from './static-failure.js';

/**
 * The arguments of a function and what it returns, where that says all (`FunctionType`, clarity/src/vm/types/signatures.rs). Such functions
 * can be mapped and folded.
 */
export type Signature =
  | { readonly kind: 'fixed'; readonly parameters: readonly Type[]; readonly returns: Type }
  /** At least one argument, all of one type. */
  | { readonly kind: 'variadic'; readonly parameter: Type; readonly returns: Type }
  /** One argument, of any of these types. */
  | { readonly kind: 'union'; readonly alternatives: readonly Type[]; readonly returns: Type }
  /** Integers of the same kind, which the result has, too. */
  | { readonly kind: 'arithmetic'; readonly count: 1 | 2 | 'any' }
  | { readonly kind: 'comparison' }
  /** An integer and an unsigned one; the result has the kind of the first. */
  | { readonly kind: 'shift' };

const INTEGERS: readonly Type[] = [INT, UINT];
const COMPARABLE: readonly Type[] = [INT, UINT, ASCII_MAX, UTF8_MAX, BUFFER_MAX];

/** Charges for comparing two types (`analysis_typecheck_cost`). @throws CostFailure */
export function chargeTypeCheck(costs: CostTracker, a: Type, b: Type): void {
  chargeTypeCheckOf(costs, Math.max(a.typeSize, b.typeSize));
}

/** Charges for comparing two types by the size of the larger one. @throws CostFailure */
export function chargeTypeCheckOf(costs: CostTracker, size: number): void {
  if (size === Number.POSITIVE_INFINITY) throw new CostFailure('CostOverflow');
  costs.chargeRuntime(costs.costs.AnalysisTypeCheck.runtime(size));
}

/** Returns what a function returns for arguments of these types (`check_args_2_1`). @throws StaticFailure, TypeFailure, CostFailure */
export function applySignature(signature: Signature, args: readonly Type[], costs: CostTracker, version: ClarityVersion): Type {
  switch (signature.kind) {
    case 'fixed':
      checkCount(args.length, signature.parameters.length);
      for (let at = 0; at < args.length; at++) checkAdmits(signature.parameters[at] as Type, args[at] as Type, costs);
      return signature.returns;
    case 'variadic':
      checkAtLeastOne(args);
      for (const arg of args) checkAdmits(signature.parameter, arg, costs);
      return signature.returns;
    case 'union':
      checkCount(args.length, 1);
      checkUnion(signature.alternatives, args[0] as Type, costs);
      return signature.returns;
    case 'shift':
      checkCount(args.length, 2);
      checkUnion(INTEGERS, args[0] as Type, costs);
      checkAdmits(UINT, args[1] as Type, costs);
      return args[0] as Type;
    case 'arithmetic':
      return applyArithmetic(args, signature.count, costs);
    case 'comparison':
      checkCount(args.length, 2);
      return applyComparison(args[0] as Type, args[1] as Type, costs, version);
  }
}

function checkCount(found: number, expected: number): void {
  if (found !== expected) throw new StaticFailure('IncorrectArgumentCount', expected, found);
}

function checkAtLeastOne(args: readonly Type[]): void {
  if (args.length === 0) throw new StaticFailure('RequiresAtLeastArguments', 1, 0);
}

function checkAdmits(wanted: Type, given: Type, costs: CostTracker): void {
  chargeTypeCheck(costs, wanted, given);
  if (!admitsType(wanted, given)) throw new StaticFailure('TypeError', wanted, given);
}

function checkUnion(alternatives: readonly Type[], given: Type, costs: CostTracker): void {
  for (const wanted of alternatives) {
    chargeTypeCheck(costs, wanted, given);
    if (admitsType(wanted, given)) return;
  }
  throw new StaticFailure('UnionTypeError', alternatives, given);
}

function applyArithmetic(args: readonly Type[], count: 1 | 2 | 'any', costs: CostTracker): Type {
  if (count !== 'any') checkCount(args.length, count);
  checkAtLeastOne(args);
  const first = args[0] as Type;
  chargeTypeCheck(costs, INT, first);
  checkInteger(first);
  for (let at = 1; at < args.length; at++) {
    const arg = args[at] as Type;
    chargeTypeCheck(costs, INT, arg);
    if (!equalTypes(arg, first)) throw new StaticFailure('TypeError', first, arg);
  }
  return first;
}

function checkInteger(type: Type): void {
  if (type.kind !== 'int' && type.kind !== 'uint') throw new StaticFailure('UnionTypeError', INTEGERS, type);
}

/** Clarity 1 compares integers only; its message names the others, too. */
function applyComparison(first: Type, second: Type, costs: CostTracker, version: ClarityVersion): Type {
  chargeTypeCheck(costs, INT, first);
  chargeTypeCheck(costs, INT, second);
  const isInteger = first.kind === 'int' || first.kind === 'uint';
  const isText = first.kind === 'ascii' || first.kind === 'utf8' || first.kind === 'buffer';
  if (!isInteger && !(isText && version >= 2)) throw new StaticFailure('UnionTypeError', COMPARABLE, first);
  if (first.kind !== second.kind) throw new StaticFailure('TypeError', first, second);
  return BOOL;
}

/**
 * Looks at arguments one after the other, before all are known (`check_args_visitor_2_1`). What is wrong first is reported when the last
 * one was visited, and only then the tests are charged: earlier versions of the node did it in this order.
 */
export class ArgumentProbe {
  readonly #signature: Signature;
  readonly #costs: CostTracker;
  readonly #types: Type[] = [];
  #failure: unknown;

  constructor(signature: Signature, costs: CostTracker) {
    this.#signature = signature;
    this.#costs = costs;
  }

  add(type: Type): void {
    if (this.#failure !== undefined) return;
    this.#types.push(type);
    try {
      this.#check(type, this.#types.length - 1);
    } catch (error) {
      this.#failure = error;
    }
  }

  #check(type: Type, index: number): void {
    const signature = this.#signature;
    switch (signature.kind) {
      case 'variadic':
        if (!admitsType(signature.parameter, type)) throw new StaticFailure('TypeError', signature.parameter, type);
        break;
      case 'fixed':
        if (index >= signature.parameters.length) throw new SurplusArgument(signature.parameters.length);
        break;
      case 'union':
        if (index >= 1) throw new SurplusArgument(1);
        break;
      case 'comparison':
      case 'shift':
        if (index >= 2) throw new SurplusArgument(2);
        break;
      case 'arithmetic':
        if (signature.count !== 'any') {
          if (index >= signature.count) throw new SurplusArgument(signature.count);
        } else if (index === 0) checkInteger(type);
        else if (!equalTypes(type, this.#types[0] as Type)) throw new StaticFailure('TypeError', this.#types[0] as Type, type);
        break;
    }
  }

  /** @param count of the arguments that were visited. @throws StaticFailure, TypeFailure, CostFailure */
  finish(count: number, version: ClarityVersion): Type {
    const failure = this.#failure;
    if (failure === undefined) return applySignature(this.#signature, this.#types, this.#costs, version);
    const signature = this.#signature;
    if (signature.kind === 'variadic') for (const type of this.#types) chargeTypeCheck(this.#costs, signature.parameter, type);
    if (signature.kind === 'arithmetic' && signature.count === 'any')
      for (const type of this.#types) chargeTypeCheck(this.#costs, INT, type);
    throw failure instanceof SurplusArgument ? new StaticFailure('IncorrectArgumentCount', failure.expected, count) : failure;
  }
}

class SurplusArgument {
  readonly expected: number;
  constructor(expected: number) {
    this.expected = expected;
  }
}
