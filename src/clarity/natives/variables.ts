import { chargeTypeCheck } from '../analysis/signature.js';
import { StaticFailure } from '../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope as TypingScope } from '../analysis/typing-scope.js';
import type { Operand, Scope } from '../compile/compile-scope.js';
import type { DataVariable } from '../contract.js';
import { CheckFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { admitsType } from '../types/admits.js';
import { sizeOfType, typeSizeOf } from '../types/construct.js';
import { BOOL, type Type } from '../types/type.js';
import { admitsValue } from '../values/admits.js';
import { errorText } from '../values/debug.js';
import { NONE, TRUE, type Value } from '../values/value.js';
import { atLeast, exactly, nameOf } from './arguments.js';
import { failing, special } from './native.js';
import { failedRead, failedWrite, readStored, storedOf } from './stored.js';

/** Data variables (clarity/src/vm/functions/database.rs). */

const NONE_SIZE = 1;

function variableOf(operand: Operand | undefined, scope: Scope): DataVariable | undefined {
  return operand?.type === 'atom' ? scope.contract.variables.get(operand.name) : undefined;
}

function noVariable(operand: Operand | undefined): CheckFailure {
  const reason = operand?.type === 'atom' ? `No such data variable: ${operand.name}` : 'Expected name';
  return new CheckFailure('Unreachable', reason);
}

/** @throws CheckFailure Unreachable: the analysis rejects such code */
export function forbidWrite(isReadOnly: boolean): void {
  if (isReadOnly) throw new CheckFailure('Unreachable', 'Write attempted in read-only');
}

export const variables = {
  'var-get': special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
    const variable = variableOf(operand, scope);
    if (variable === undefined) return failing(() => noVariable(operand));
    const { contract } = scope;
    const cost = scope.costs.FetchVar;
    return (x) => {
      const stored = x.state.variable(contract, variable);
      x.at = expression;
      let value: Value;
      try {
        // Within `at-block`, the contract may not exist yet.
        value = stored === undefined ? NONE : readStored(stored, x);
      } catch (error) {
        throw failedRead(x, error, cost, sizeOfType(variable.type));
      }
      x.chargeCost(cost, stored?.size ?? NONE_SIZE);
      return value;
    };
  }),
  'var-set': special({ count: 2 }, ({ expression, args: [operand, given] }, scope) => {
    const variable = variableOf(operand, scope);
    if (variable === undefined) return failing(() => noVariable(operand));
    const code = scope.owned(given as Operand);
    const cost = scope.costs.SetVar;
    return (x, frame) => {
      forbidWrite(x.isReadOnly);
      const value = code(x, frame);
      x.at = expression;
      let size: number;
      try {
        if (!admitsValue(variable.type, value)) throw new CheckFailure('TypeValueError', variable.type, errorText(value));
        const stored = storedOf(variable.type, value, x.rules.epoch);
        x.state.setVariable(variable, stored);
        size = stored.size;
      } catch (error) {
        throw failedWrite(x, error, cost, sizeOfType(variable.type));
      }
      x.chargeCost(cost, size);
      x.keepMemory(size);
      return TRUE;
    };
  }),
};

/** The node calls a bad name that of a map, too. */
function checkGet(checker: TypeChecker, args: readonly Expression[]): Type {
  const [name] = exactly(args, 1);
  return lookUp(checker, nameOf(name, 'BadMapName'));
}

function checkSet(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [name, value] = atLeast(args, 2);
  const variable = nameOf(name, 'BadMapName');
  const given = checker.check(value, scope);
  const wanted = lookUp(checker, variable);
  chargeTypeCheck(checker.costs, given, wanted);
  if (!admitsType(wanted, given)) throw new StaticFailure('TypeError', wanted, given);
  return BOOL;
}

function lookUp(checker: TypeChecker, name: string): Type {
  const type = checker.context.variables.get(name);
  if (type === undefined) throw new StaticFailure('NoSuchDataVariable', name);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type));
  return type;
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const VARIABLE_CHECKS = { 'var-get': checkGet, 'var-set': checkSet } as const satisfies Record<string, NativeCheck>;
