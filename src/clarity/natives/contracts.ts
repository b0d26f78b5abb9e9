import { callableFunction } from '../analysis/contract-analysis.js';
import { StaticFailure } from '../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope as TypingScope } from '../analysis/typing-scope.js';
import type { Operand, Scope } from '../compile/compile-scope.js';
import type { Contract } from '../contract.js';
import type { Code, Execution } from '../execution/execution.js';
import { callContract } from '../execution/invoke.js';
import { CheckFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { admitsType } from '../types/admits.js';
import { responseType } from '../types/construct.js';
import { type MethodType, methodTypeSize } from '../types/function.js';
import { BUFFER_32, PRINCIPAL, type TraitId, type Type, UINT } from '../types/type.js';
import { errorCode, okOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { parsePrincipal } from '../values/principal.js';
import { derive } from '../values/sanitize.js';
import { sizeOf } from '../values/size.js';
import { typeOf } from '../values/type-of.js';
import { BufferValue, type CallableValue, type PrincipalValue, type Value } from '../values/value.js';
import { atLeast, exactly, nameOf } from './arguments.js';
import { failing, special } from './native.js';

/** Calls of other contracts, and who the sender is (clarity/src/vm/functions/database.rs and mod.rs). */

/** The memory of a changed sender, and of a view of an older block (clarity/src/vm/costs/constants.rs). */
export const AS_CONTRACT_MEMORY = 1;
const AT_BLOCK_MEMORY = 1;

/** What a call goes to, and the type that its result must have if a trait gives one. */
type Target = { readonly contract: PrincipalValue; readonly returns?: Type | undefined };

/** Returns code that finds the target of a call. */
function targetOf(operand: Operand, fn: string, scope: Scope): (x: Execution, frame: Value[]) => Target {
  if (operand.type === 'literal' && operand.value.kind === 'principal' && operand.value.name !== undefined) {
    const target = { contract: operand.value };
    return () => target;
  }
  if (operand.type !== 'atom') return failing(() => new CheckFailure('ContractCallExpectName')) as never;
  const { name } = operand;
  const local = scope.local(name);
  const constant = constantTarget(name, scope);
  if (constant !== undefined) return () => constant;
  if (local === undefined) return failing(() => new CheckFailure('ContractCallExpectName')) as never;
  const { contract } = scope;
  return (x, frame) => {
    const value = frame[local.slot];
    if (value?.kind !== 'callable') throw new CheckFailure('ContractCallExpectName');
    return value.trait === undefined ? { contract: value.contract } : checkTrait(x, contract, value, value.trait, fn);
  };
}

/** A constant that holds a contract, from epoch 3.4 and Clarity 2 on, and not while its contract is deployed. */
function constantTarget(name: string, { contract, version, rules }: Scope): Target | undefined {
  if (version < 2 || !rules.epoch.callsConstants || contract.isDeploying) return undefined;
  const value = contract.constants.get(name);
  return value?.kind === 'principal' && value.name !== undefined ? { contract: value } : undefined;
}

/** Checks that a contract has the function of a trait, unless its analysis did so, and returns what the call must give. */
function checkTrait(x: Execution, caller: Contract, { contract: id }: CallableValue, trait: TraitId, fn: string): Target {
  if (id.id === caller.id.id) throw new CheckFailure('CircularReference', [id.name as string]);
  const contract = x.state.contract(id);
  if (contract === undefined || !x.canLoad(contract)) throw new CheckFailure('NoSuchContract', id.text);
  const isDeclared = contract.implementedTraits.some(({ contract, name }) => contract === trait.contract && name === trait.name);
  if (isDeclared) return { contract: id };
  const definer = x.state.contract(parsePrincipal(trait.contract));
  if (definer === undefined || !x.canLoad(definer)) throw new CheckFailure('NoSuchContract', trait.contract);
  const called = contract.functions.get(fn);
  if (called === undefined) throw new CheckFailure('BadTraitImplementation', trait.name, fn);
  if (x.isReadOnly) throw new CheckFailure('Unreachable', 'Trait based contract call in read-only');
  if (called.access === 'private') throw new CheckFailure('NoSuchPublicFunction', id.text, fn);
  const methods = definer.traits.get(trait.name);
  if (methods === undefined) throw new CheckFailure('TraitReferenceUnknown', trait.name);
  const method = methods.get(fn);
  if (method === undefined) throw new CheckFailure('TraitMethodUnknown', trait.name, fn);
  const isCompliant =
    method.parameters.length === called.parameters.length &&
    method.parameters.every((type, at) => admitsType((called.parameters[at] as { type: Type }).type, type));
  if (!isCompliant) throw new CheckFailure('BadTraitImplementation', trait.name, fn);
  return { contract: id, returns: method.returns };
}

const contractCall = special({ count: [2] }, ({ expression, args: [operand, atom, ...rest] }, scope): Code => {
  const runtime = scope.costs.ContractCall.runtime(0);
  if (atom?.type !== 'atom') return failing(() => new CheckFailure('Unreachable', 'Expected name'));
  const { name } = atom;
  const codes = rest.map((arg) => scope.owned(arg));
  const find = targetOf(operand as Operand, name, scope);
  const self = scope.contract.id;
  const { sanitizesValues } = scope.rules.epoch;
  return (x, frame) => {
    x.chargeRuntime(runtime);
    const args = codes.map((code) => code(x, frame));
    x.at = expression;
    const { contract, returns } = find(x, frame);
    const { caller } = x;
    x.caller = self;
    const answer = callContract(x, contract, name, args);
    x.caller = caller;
    x.at = expression;
    const result = sanitizesValues ? derive(answer) : answer;
    if (result === undefined) throw new CheckFailure('CouldNotDetermineType');
    if (result !== answer) x.carryError(answer, result);
    if (returns !== undefined && !admitsType(returns, typeOf(result)))
      throw new CheckFailure('ReturnTypesMustMatch', returns, typeOf(result));
    return result;
  };
});

export const contracts = {
  'contract-call?': contractCall,
  'contract-of': special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
    const runtime = scope.costs.ContractOf.runtime(0);
    const local = operand?.type === 'atom' ? scope.local(operand.name) : undefined;
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const value = local && frame[local.slot];
      x.at = expression;
      if (value?.kind !== 'callable') throw new CheckFailure('Unreachable', 'Contract of expects trait');
      if (x.state.contract(value.contract) === undefined) throw new CheckFailure('NoSuchContract', value.contract.text);
      return value.contract;
    };
  }),
  'as-contract': special({ count: 1 }, ({ args: [operand] }, scope) => {
    const runtime = scope.costs.AsContract.runtime(0);
    const code = scope.owned(operand as Operand);
    const self = scope.contract.id;
    return (x, frame) => {
      x.chargeRuntime(runtime);
      x.addMemory(AS_CONTRACT_MEMORY);
      const { sender, caller } = x;
      x.sender = self;
      x.caller = self;
      const result = code(x, frame);
      x.sender = sender;
      x.caller = caller;
      x.dropMemory(AS_CONTRACT_MEMORY);
      return result;
    };
  }),
  'at-block': special({}, ({ expression, args: [hashOperand, body] }, scope) => {
    if (scope.rules.epoch.removesAtBlock) return failing(() => new CheckFailure('AtBlockUnavailable'));
    const cost = scope.costs.AtBlock;
    const [hashCode, code] = [scope.ref(hashOperand as Operand), scope.compile(body as Operand)];
    const copies = code.owned !== code.ref;
    return (x, frame) => {
      x.chargeCost(cost, 0);
      const hash = hashCode(x, frame);
      x.at = expression;
      if (hash.kind !== 'buffer') throw new CheckFailure('TypeValueError', BUFFER_32, errorText(hash));
      x.addMemory(AT_BLOCK_MEMORY);
      const result = x.atBlock(hash.bytes, () => code.ref(x, frame));
      if (copies) x.chargeRuntime(scope.costs.LookupVariableSize.runtime(sizeOf(result)));
      x.dropMemory(AT_BLOCK_MEMORY);
      return result;
    };
  }),
  'contract-hash?': special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
    const code = scope.ref(operand as Operand);
    const cost = scope.costs.ContractHash;
    return (x, frame) => {
      const value = code(x, frame);
      x.at = expression;
      if (value.kind !== 'principal') throw new CheckFailure('ExpectedContractPrincipalValue', errorText(value));
      if (value.name === undefined) return errorCode(1);
      x.chargeCost(cost!, 0);
      const contract = x.deploying?.id.id === value.id ? x.deploying : x.state.contract(value);
      return contract === undefined ? errorCode(2) : okOf(new BufferValue(contract.hash));
    };
  }),
};

/** Checks a call of another contract: of a literal, of a constant that holds one (from Clarity 2 on), or of a trait. */
function checkCall(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [target, name, ...given] = atLeast(args, 2);
  const method = methodOf(checker, target, nameOf(name, 'ContractCallExpectName'), scope);
  const { parameters, returns } = method;
  exactly(given, parameters.length as 0);
  checker.expectAll(given, 0, parameters, scope);
  return returns;
}

function methodOf(checker: TypeChecker, target: Expression, name: string, scope: TypingScope): MethodType {
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

function traitMethodOf(checker: TypeChecker, variable: string, name: string, scope: TypingScope): MethodType {
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

/** What runs it is charged already here. */
function checkContractOf(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [name] = exactly(args, 1);
  if (name.type !== 'atom') throw new StaticFailure('ContractOfExpectsTrait');
  const trait = scope.trait(name.name);
  if (trait === undefined) throw new StaticFailure('TraitReferenceUnknown', name.name);
  checker.costs.charge('ContractOf', 1);
  if (checker.context.traits.get(trait) === undefined) throw new StaticFailure('TraitReferenceUnknown', trait.name);
  return PRINCIPAL;
}

function checkAsContract(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [body] = exactly(args, 1);
  return checker.check(body, scope);
}

function checkAtBlock(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [block, body] = exactly(args, 2);
  if (checker.epoch.removesAtBlock) throw new StaticFailure('AtBlockUnavailable');
  checker.expect(block, scope, BUFFER_32);
  return checker.check(body, scope);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const CONTRACT_CHECKS = {
  'contract-call?': checkCall,
  'contract-of': checkContractOf,
  'contract-hash?': { kind: 'fixed', parameters: [PRINCIPAL], returns: responseType(BUFFER_32, UINT) },
  'as-contract': checkAsContract,
  'at-block': checkAtBlock,
} as const satisfies Record<string, NativeCheck>;
