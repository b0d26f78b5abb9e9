import { costsOf } from '../costs/costs.js';
import { CostTracker } from '../costs/tracker.js';
import type { Epoch } from '../epoch.js';
import { TypeFailure } from '../failure.js';
import { debugString, debugVariant } from '../rust-debug.js';
import { listType, optionalType, responseType, tupleType } from '../types/construct.js';
import { debugType } from '../types/debug.js';
import type { FunctionType } from '../types/function.js';
import { CallableType, MAX_TYPE_DEPTH, NO_TYPE, type TraitId, type Type } from '../types/type.js';
import { admitsValue } from '../values/admits.js';
import { castInClarity1 } from '../values/clarity-1-cast.js';
import { typeOf } from '../values/type-of.js';
import type { PrincipalValue, Value } from '../values/value.js';
import { TraitCast } from './cast.js';
import { checkCompliance } from './compliance.js';
import type { ContractAnalysis, FindContract } from './contract-analysis.js';
import { StaticFailure, toStatic } from './static-failure.js';

type Call = {
  readonly contract: ContractAnalysis;
  readonly fn: FunctionType;
  readonly args: readonly Value[];
  readonly epoch: Epoch;
  readonly contracts: FindContract;
};

/**
 * Returns what is wrong with the arguments of a call to a public function, in the `Debug` form of the node; undefined if
 * nothing is. Mempools refuse what blocks may have: a block checks values where they are used
 * (`check_args_by_allowing_trait_cast_2_1`, clarity/src/vm/analysis/type_checker/v2_1/mod.rs).
 */
export function argumentsError(call: Call): string | undefined {
  try {
    checkArguments(call);
    return undefined;
  } catch (error) {
    const failure = toStatic(error);
    if (failure instanceof StaticFailure) return debugVariant(failure.name, failure.parts.map(debugPart));
    throw error;
  }
}

/** What is checked here fails with names, counts and types. */
function debugPart(part: unknown): string {
  if (typeof part === 'string') return debugString(part);
  return typeof part === 'number' ? `${part}` : debugType(part as Type);
}

function checkArguments({ contract: { version }, fn: { parameters }, args, epoch, contracts }: Call): void {
  if (args.length !== parameters.length) throw new StaticFailure('IncorrectArgumentCount', parameters.length, args.length);
  if (version === 1) {
    for (const [at, { type }] of parameters.entries()) checkInClarity1(type, args[at] as Value, contracts);
    return;
  }
  const cast = new TraitCast(undefined, epoch, new CostTracker(costsOf(epoch)), contracts);
  const given = args.map((arg) => callableTypeOf(arg));
  for (const [at, { type }] of parameters.entries()) cast.check(given[at] as Type, type);
}

function checkInClarity1(type: Type, value: Value, contracts: FindContract): void {
  const cast = castInClarity1(type, value);
  if (cast !== undefined) checkTrait(cast.contract, cast.trait, contracts);
  else if (!admitsValue(type, value)) throw new StaticFailure('TypeError', type, typeOf(value));
}

function checkTrait({ text, name = '' }: PrincipalValue, { contract, name: trait }: TraitId, contracts: FindContract): void {
  const given = contracts(text);
  if (given === undefined) throw new StaticFailure('NoSuchContract', name);
  const definer = contracts(contract);
  if (definer === undefined) throw new StaticFailure('Unreachable', 'Failed to get trait');
  const methods = definer.traits.get(trait);
  if (methods === undefined) throw new StaticFailure('NoSuchContract', contract);
  checkCompliance(given, trait, methods);
}

/**
 * Returns the type of a value in which contracts stand for traits (`clarity2_principal_to_callable_type`). Of a list it looks at the first
 * item alone.
 */
function callableTypeOf(value: Value, depth = 1): Type {
  if (depth > MAX_TYPE_DEPTH) throw new TypeFailure('TypeSignatureTooDeep');
  switch (value.kind) {
    case 'principal':
      return value.name === undefined ? typeOf(value) : new CallableType({ contract: value.text });
    case 'optional':
      return value.value === undefined ? typeOf(value) : optionalType(callableTypeOf(value.value, depth + 1));
    case 'response': {
      const inner = callableTypeOf(value.value, depth + 1);
      return value.isOk ? responseType(inner, NO_TYPE) : responseType(NO_TYPE, inner);
    }
    case 'list': {
      const [first] = value.items;
      return listType(first === undefined ? NO_TYPE : callableTypeOf(first, depth + 1), value.items.length);
    }
    case 'tuple':
      return tupleType(value.fields.names.map((name, at) => [name, callableTypeOf(value.values[at] as Value, depth + 1)]));
    default:
      return typeOf(value);
  }
}
