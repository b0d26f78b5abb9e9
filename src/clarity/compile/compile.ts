import type { Contract, UserFunction } from '../contract.js';
import type { Code, CompiledFunction, Rules } from '../execution/execution.js';
import { checkCall, runCall } from '../execution/invoke.js';
import { CheckFailure, InternalFailure } from '../failure.js';
import { isKeyword } from '../keywords.js';
import { runs } from '../natives/all-runs.js';
import { failing } from '../natives/native.js';
import { isNative, type NativeName } from '../natives/native-names.js';
import type { AtomExpression, Expression, ListExpression } from '../syntax/expression.js';
import { derive } from '../values/sanitize.js';
import { sizeOf } from '../values/size.js';
import type { CallableValue, Value } from '../values/value.js';
import { binderOf } from './bind.js';
import { type Compiled, plain } from './code.js';
import { type Operand, Scope } from './compile-scope.js';
import { compileKeyword } from './keyword.js';

/** Compiles the body of a function to closures. */
export function compileFunction(fn: UserFunction, rules: Rules): CompiledFunction {
  const scope = scopeOf(fn.contract, rules);
  const bind = binderOf(fn, scope);
  const run = scope.owned(fn.body);
  return {
    rules,
    run,
    bind,
    get frameSize() {
      return scope.frameSize;
    },
  };
}

/** Compiles an expression that stands alone: at the top of a contract, in a snippet. */
export function compileExpression(expression: Expression, contract: Contract, rules: Rules): Compiled & { readonly frameSize: number } {
  const scope = scopeOf(contract, rules);
  const { ref, owned } = scope.compile(expression);
  return { ref, owned, frameSize: scope.frameSize };
}

function scopeOf(contract: Contract, rules: Rules): Scope {
  const lookup = rules.costs.LookupFunction.runtime(0);
  return new Scope({ contract, rules, compiler: compile, slots: { count: 0 }, depth: 0, lookup });
}

function compile(operand: Operand, scope: Scope): Compiled {
  const compiled = compileOperand(operand, scope);
  const { instrument } = scope.rules;
  if (instrument === undefined || operand.type === 'slot') return compiled;
  const ref = instrument(compiled.ref, operand, scope.contract, scope);
  return { ref, owned: compiled.owned === compiled.ref ? ref : instrument(compiled.owned, operand, scope.contract, scope) };
}

function compileOperand(operand: Operand, scope: Scope): Compiled {
  switch (operand.type) {
    case 'literal': {
      const { value } = operand;
      return plain(() => value);
    }
    case 'slot': {
      const { slot } = operand;
      return plain((_x, frame) => frame[slot] as Value);
    }
    case 'atom':
      return compileAtom(operand, scope);
    case 'list':
      return plain(compileApplication(operand, scope));
    default:
      return plain(() => {
        throw new InternalFailure('Unexpected trait reference');
      });
  }
}

/** Variables of the language, then of the function, then constants of the contract (`lookup_variable`, clarity/src/vm/mod.rs). */
function compileAtom(expression: AtomExpression, scope: Scope): Compiled {
  const { name } = expression;
  if (isKeyword(name, scope.version)) return plain(compileKeyword(name, scope));
  const lookup = scope.costs.LookupVariableDepth.runtime(scope.depth);
  const local = scope.local(name);
  if (local?.isVariable) {
    const { slot } = local;
    return variable(scope, lookup, (_x, frame) => frame[slot] as Value);
  }
  const { contract } = scope;
  if (contract.constants.has(name)) return constant(expression, lookup, scope);
  return plain((x, frame) => {
    x.chargeRuntime(lookup);
    // A trait of Clarity 1 is no variable, but a principal.
    if (local !== undefined) return (frame[local.slot] as CallableValue).contract;
    throw new CheckFailure('Unreachable', `Undefined variable: ${name}`);
  });
}

/** Before epoch 3.4 each look at a variable is paid as a copy. */
function variable({ costs, rules }: Scope, lookup: number, read: Code): Compiled {
  const size = costs.LookupVariableSize.runtime;
  const owned: Code = (x, frame) => {
    const value = read(x, frame);
    x.chargeRuntime(lookup + size(sizeOf(value)));
    return value;
  };
  if (!rules.epoch.borrowsVariables) return plain(owned);
  const ref: Code = (x, frame) => {
    x.chargeRuntime(lookup);
    return read(x, frame);
  };
  return { ref, owned };
}

/**
 * Constants are sanitized when the contract is loaded, or before epoch 3.4 at each look (`canonicalize_types`, clarity/src/vm/contexts.rs).
 */
function constant(expression: AtomExpression, lookup: number, scope: Scope): Compiled {
  const { contract, rules } = scope;
  const given = contract.constants.get(expression.name) as Value;
  const { borrowsVariables, sanitizesValues } = rules.epoch;
  // One that cannot be sanitized prevents a later load.
  if (borrowsVariables) return variable(scope, lookup, constantOf(contract.isDeploying ? given : (derive(given) ?? given), expression));
  const { owned } = variable(scope, lookup, () => given);
  if (!sanitizesValues) return plain(owned);
  const value = derive(given);
  const read = value === undefined ? failing(() => new CheckFailure('CouldNotDetermineType')) : constantOf(value, expression);
  return plain((x, frame) => {
    owned(x, frame);
    return read(x, frame);
  });
}

function constantOf(value: Value, expression: Expression): Code {
  if (value.kind !== 'response' || value.isOk) return () => value;
  return (x) => {
    x.at = expression;
    x.renewError(value);
    return value;
  };
}

function compileApplication(expression: ListExpression, scope: Scope): Code {
  const [head, ...args] = expression.items;
  if (head?.type !== 'atom') {
    const reason = head === undefined ? 'Non functional application' : 'Bad function name';
    return () => {
      throw new CheckFailure('Unreachable', reason);
    };
  }
  if (isNative(head.name, scope.version)) {
    const code = runs[head.name]({ expression, args }, scope);
    return GIVES_ERRORS.has(head.name) ? noting(code, expression) : code;
  }
  return compileCall(head.name, expression, args, scope);
}

/** What may give an `(err …)` that no code within gave. */
const GIVES_ERRORS: ReadonlySet<NativeName> = new Set<NativeName>([
  'err',
  'var-get',
  'get',
  'default-to',
  'unwrap-panic',
  'unwrap-err-panic',
  'stx-transfer?',
  'stx-transfer-memo?',
  'stx-burn?',
  'ft-mint?',
  'ft-transfer?',
  'ft-burn?',
  'nft-mint?',
  'nft-transfer?',
  'nft-burn?',
  'restrict-assets?',
  'as-contract?',
  'contract-hash?',
  'principal-of?',
  'principal-construct?',
  'secp256k1-recover?',
  'secp256k1-decompress?',
  'to-ascii?',
  'get-bitcoin-tx-output?',
]);

function noting(code: Code, expression: Expression): Code {
  return (x, frame) => {
    const value = code(x, frame);
    if (value.kind === 'response' && !value.isOk) {
      x.at = expression;
      x.noteError(value);
    }
    return value;
  };
}

/** A call of a function of the same contract. It is looked up when it runs first: while a contract is deployed, it may come later. */
function compileCall(name: string, expression: Expression, operands: readonly Expression[], scope: Scope): Code {
  const { contract, lookup } = scope;
  const codes = operands.map((operand) => scope.owned(operand));
  let fn: UserFunction | undefined;
  return (x, frame) => {
    x.at = expression;
    x.chargeRuntime(lookup);
    fn ??= contract.functions.get(name);
    if (fn === undefined) throw new CheckFailure('UndefinedFunction', name);
    checkCall(x, fn);
    x.depth++;
    const args: Value[] = [];
    let memory = 0;
    for (const code of codes) {
      const value = code(x, frame);
      const size = sizeOf(value);
      x.addMemory(size);
      memory += size;
      args.push(value);
    }
    x.depth--;
    x.at = expression;
    const result = runCall(x, fn, args);
    x.dropMemory(memory);
    return result;
  };
}
