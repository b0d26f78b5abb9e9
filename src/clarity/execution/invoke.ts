import type { Contract, UserFunction } from '../contract.js';
import { CheckFailure, RuntimeFailure } from '../failure.js';
import { sizeOfType } from '../types/construct.js';
import { displayType } from '../types/display.js';
import { errorText } from '../values/debug.js';
import { derive } from '../values/sanitize.js';
import { sizeOf } from '../values/size.js';
import { typeOf } from '../values/type-of.js';
import type { PrincipalValue, Value } from '../values/value.js';
import { type Code, type CompiledFunction, EarlyReturn, type Execution } from './execution.js';
import { afterContractCall } from './pox.js';

/**
 * Applies a function of the executed contract to values (`apply_evaluated`, clarity/src/vm/mod.rs). The depth is checked as for any
 * application; the memory of the arguments is in use until the function returns.
 */
export function applyFunction(x: Execution, fn: UserFunction, args: readonly Value[]): Value {
  checkCall(x, fn);
  let memory = 0;
  for (const arg of args) {
    const size = sizeOf(arg);
    x.addMemory(size);
    memory += size;
  }
  const result = runCall(x, fn, args);
  x.dropMemory(memory);
  return result;
}

/** @throws CheckFailure CircularReference, RuntimeFailure MaxStackDepthReached */
export function checkCall(x: Execution, fn: UserFunction): void {
  if (x.calls.includes(fn)) throw new CheckFailure('CircularReference', [fn.identifier]);
  if (x.depth >= x.maxDepth) throw new RuntimeFailure('MaxStackDepthReached');
}

/** Runs a function of the executed contract one level deeper. */
export function runCall(x: Execution, fn: UserFunction, args: readonly Value[]): Value {
  x.calls.push(fn);
  x.depth++;
  const result = fn.access === 'private' ? invoke(x, fn, args) : asTransaction(x, fn, args);
  x.depth--;
  x.calls.pop();
  return result;
}

/**
 * Runs a public function, whose effects stay only if it answers `(ok ...)`, or a read-only one, which has
 * none (`execute_function_as_transaction`).
 */
function asTransaction(x: Execution, fn: UserFunction, args: readonly Value[], allowsAnyResult = false): Value {
  if (fn.access === 'read-only') return withoutEffect(x, fn, args);
  const savepoint = x.save();
  let result: Value;
  try {
    result = invoke(x, fn, args);
  } catch (error) {
    x.rollBack(savepoint);
    throw error;
  }
  if (result.kind === 'response' ? result.isOk : allowsAnyResult) x.commit(savepoint);
  else x.rollBack(savepoint);
  if (result.kind === 'response' || allowsAnyResult) return result;
  throw new CheckFailure('Unreachable', `Public function must return response: ${displayType(typeOf(result))}`);
}

function withoutEffect(x: Execution, fn: UserFunction, args: readonly Value[]): Value {
  const savepoint = x.save();
  const { isReadOnly } = x;
  x.isReadOnly = true;
  try {
    return invoke(x, fn, args);
  } finally {
    x.rollBack(savepoint);
    x.isReadOnly = isReadOnly;
  }
}

/** Runs the body of a function with arguments (`DefinedFunction::execute_apply`, clarity/src/vm/callables.rs). */
function invoke(x: Execution, fn: UserFunction, args: readonly Value[]): Value {
  const { run, frame } = enter(x, fn, args);
  if (x.tracer === undefined) return evaluate(x, run, frame);
  x.tracer.enter(fn, args, x.at);
  let result: Value | undefined;
  try {
    result = evaluate(x, run, frame);
    return result;
  } finally {
    x.tracer.leave(result);
  }
}

function enter(x: Execution, fn: UserFunction, args: readonly Value[]): { run: Code; frame: Value[] } {
  const { rules } = x;
  try {
    chargeApplication(x, fn, args);
    if (args.length !== fn.parameters.length) throw new CheckFailure('IncorrectArgumentCount', fn.parameters.length, args.length);
    if (fn.compiled?.rules !== rules) fn.compiled = rules.compile(fn);
    const { run, bind, frameSize } = fn.compiled as CompiledFunction;
    const frame = new Array<Value>(frameSize);
    bind(frame, args);
    return { run, frame };
  } catch (error) {
    // It is the caller that fails.
    x.calls.pop();
    throw error;
  }
}

function evaluate(x: Execution, run: Code, frame: Value[]): Value {
  const { depth, sender, caller } = x;
  const scoped = x.memory - x.kept;
  try {
    return run(x, frame);
  } catch (error) {
    if (!(error instanceof EarlyReturn)) throw error;
    const { value } = error;
    if (value.kind === 'response' && !value.isOk) {
      // What `try!` gives up comes from somewhere else.
      if (error.isPassedOn) x.noteError(value);
      else x.renewError(value);
    }
    // The scopes that the return left gave back their memory.
    x.memory = scoped + x.kept;
    x.depth = depth;
    x.sender = sender;
    x.caller = caller;
    return value;
  }
}

function chargeApplication(x: Execution, fn: UserFunction, args: readonly Value[]): void {
  const { costs, epoch } = x.rules;
  x.chargeRuntime(costs.UserFunctionApplication.runtime(fn.parameters.length));
  if (epoch.usesArgumentSizes) for (const arg of args) x.chargeRuntime(costs.InnerTypeCheckCost.runtime(sizeOf(arg)));
  else for (const { type } of fn.parameters) x.chargeRuntime(costs.InnerTypeCheckCost.runtime(sizeOfType(type)));
}

/** How a contract is called from outside of the language. */
export type CallOptions = {
  /** Whether private functions can be called, and public ones answer anything. @default false */
  readonly allowsPrivate?: boolean | undefined;
  /** Whether only read-only functions can be called. @default false */
  readonly mustBeReadOnly?: boolean | undefined;
};

/**
 * Calls a function of any contract, whose caller and sender are those of the execution (`execute_contract`, clarity/src/vm/contexts.rs).
 */
export function callContract(
  x: Execution,
  id: PrincipalValue,
  name: string,
  args: readonly Value[],
  { allowsPrivate = false, mustBeReadOnly = false }: CallOptions = {},
): Value {
  const contract = x.state.contract(id);
  if (contract === undefined) throw new CheckFailure('NoSuchContract', id.text);
  const { size } = contract;
  x.chargeCost(x.rules.costs.LoadContract, size);
  x.addMemory(size);
  if (!x.canLoad(contract)) throw new CheckFailure('CouldNotDetermineType');
  const fn = findFunction(contract, name, allowsPrivate, mustBeReadOnly);
  const given = x.rules.epoch.sanitizesValues ? args.map(sanitizeArgument) : args;
  if (x.calls.includes(fn)) throw new CheckFailure('CircularReference', [fn.identifier]);
  x.calls.push(fn);
  x.depth++;
  const result = asTransaction(x, fn, given, allowsPrivate);
  x.depth--;
  x.calls.pop();
  afterContractCall(x, contract, name, given, result);
  x.dropMemory(size);
  return result;
}

function findFunction(contract: Contract, name: string, allowsPrivate: boolean, mustBeReadOnly: boolean): UserFunction {
  const fn = contract.functions.get(name);
  if (fn === undefined) throw new CheckFailure('UndefinedFunction', name);
  if (!allowsPrivate && fn.access === 'private') throw new CheckFailure('NoSuchPublicFunction', contract.id.text, name);
  if (mustBeReadOnly && fn.access !== 'read-only')
    throw new CheckFailure('Unreachable', `Public function not read-only: ${contract.id.text} ${name}`);
  return fn;
}

function sanitizeArgument(value: Value): Value {
  const derived = derive(value);
  if (derived === undefined) throw new CheckFailure('TypeValueError', typeOf(value), errorText(value));
  return derived;
}
