import { callableFunction } from '../../analysis/contract-analysis.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { type MethodType, methodTypeSize } from '../../types/function.js';
import type { Type } from '../../types/type.js';
import { atLeast, exactly, nameOf } from '../arguments.js';

/** Checks a call of another contract: of a literal, of a constant that holds one (from Clarity 2 on), or of a trait. */
export function checkCall(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [target, name, ...given] = atLeast(args, 2);
  const method = methodOf(checker, target, nameOf(name, 'ContractCallExpectName'), scope);
  const { parameters, returns } = method;
  exactly(given, parameters.length as 0);
  checker.expectAll(given, 0, parameters, scope);
  return returns;
}

function methodOf(checker: TypeChecker, target: Expression, name: string, scope: Scope): MethodType {
  if (target.type === 'literal' && target.value.kind === 'principal' && target.value.name !== undefined)
    return functionOf(checker, target.value.text, name);
  if (target.type !== 'atom') throw new StaticFailure('ContractCallExpectName');
  const constant = checker.version >= 2 ? checker.context.constants.get(target.name) : undefined;
  if (constant === undefined) return traitMethodOf(checker, target.name, name, scope);
  if (constant.kind === 'callable' && constant.callable.contract !== undefined)
    return functionOf(checker, constant.callable.contract, name);
  throw new StaticFailure('ExpectedCallableType', constant);
}

function functionOf(checker: TypeChecker, contract: string, name: string): MethodType {
  const analysis = checker.contracts(contract);
  if (analysis === undefined) throw new StaticFailure('NoSuchContract', contract);
  const fn = callableFunction(analysis, name);
  if (fn === undefined) throw new StaticFailure('NoSuchPublicFunction', contract, name);
  const method = { parameters: fn.parameters.map(({ type }) => type), returns: fn.returns };
  checker.costs.charge('AnalysisGetFunctionEntry', methodTypeSize(method));
  return method;
}

function traitMethodOf(checker: TypeChecker, variable: string, name: string, scope: Scope): MethodType {
  const id = scope.trait(variable);
  if (id === undefined) throw new StaticFailure('TraitReferenceUnknown', variable);
  checker.costs.charge('AnalysisLookupFunction', 0);
  const trait = checker.context.traits.get(id);
  if (trait === undefined) throw new StaticFailure('TraitReferenceUnknown', id.name);
  const method = trait.get(name);
  if (method === undefined) throw new StaticFailure('TraitMethodUnknown', id.name, name);
  checker.costs.charge('AnalysisLookupFunctionTypes', methodTypeSize(method));
  return method;
}
