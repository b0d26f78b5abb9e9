import { chargeTypeCheck } from '../analysis/signature.js';
import { StaticFailure } from '../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope as TypingScope } from '../analysis/typing-scope.js';
import type { Operand, Scope } from '../compile/compile-scope.js';
import type { DataMap } from '../contract.js';
import type { Execution } from '../execution/execution.js';
import { CheckFailure } from '../failure.js';
import type { StoredValue } from '../state/state.js';
import type { Expression } from '../syntax/expression.js';
import { admitsType } from '../types/admits.js';
import { optionalType, sizeOfType, typeSizeOf } from '../types/construct.js';
import { BOOL, type Type } from '../types/type.js';
import { admitsValue } from '../values/admits.js';
import { boolOf, someOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { declareAs } from '../values/declare.js';
import { serializedSize } from '../values/serialize.js';
import { sizeOf } from '../values/size.js';
import { NONE, type Value } from '../values/value.js';
import { atLeast, nameOf } from './arguments.js';
import { failing, special } from './native.js';
import { failedRead, failedWrite, readStored, storedOf } from './stored.js';
import { forbidWrite } from './variables.js';

/**
 * Maps (clarity/src/vm/functions/database.rs). What an operation costs depends on the bytes that were read or written, of key and entry
 * together; if the types of its arguments are wrong, on the declared sizes. A deleted entry is a stored `none`.
 */

const NONE_SIZE = 1;

function mapOf(operand: Operand | undefined, scope: Scope): DataMap | undefined {
  return operand?.type === 'atom' ? scope.contract.maps.get(operand.name) : undefined;
}

function noMap(operand: Operand | undefined): CheckFailure {
  return new CheckFailure('Unreachable', operand?.type === 'atom' ? `No such map: ${operand.name}` : 'Expected name');
}

function mismatch(type: Type, value: Value): CheckFailure {
  return new CheckFailure('TypeValueError', type, errorText(value));
}

/** The key as it is found again: a contract in it is a principal. */
export function keyOf(type: Type, key: Value): Value {
  return hasCallable(key) ? declareAs(type, key) : key;
}

function hasCallable(value: Value): boolean {
  switch (value.kind) {
    case 'callable':
      return true;
    case 'list':
      return value.items.some(hasCallable);
    case 'tuple':
      return value.values.some(hasCallable);
    case 'optional':
    case 'response':
      return value.value !== undefined && hasCallable(value.value);
    default:
      return false;
  }
}

/** Returns what gives the type of an entry as it is stored, or throws: the type of a value may be too large or too deep for it. */
function entryTypeOf({ valueType }: DataMap): () => Type {
  try {
    const type = optionalType(valueType);
    return () => type;
  } catch {
    return () => optionalType(valueType);
  }
}

function exists(x: Execution, scope: Scope, map: DataMap, key: Value): boolean {
  const stored = x.state.mapEntry(scope.contract, map, key);
  const value = stored && readStored(stored, x);
  return value?.kind === 'optional' && value.value !== undefined;
}

/** `map-set`, and `map-insert`, which changes no entry that is there. */
function setter(keepsExisting: boolean) {
  return special({ count: 3 }, ({ expression, args: [operand, keyOperand, valueOperand] }, scope) => {
    const map = mapOf(operand, scope);
    if (map === undefined) return failing(() => noMap(operand));
    const [keyCode, valueCode] = [scope.compile(keyOperand as Operand), scope.compile(valueOperand as Operand)];
    const copyCost = scope.costs.LookupVariableSize.runtime;
    const [copiesKey, copiesValue] = [keyCode.owned !== keyCode.ref, valueCode.owned !== valueCode.ref];
    const cost = scope.costs.SetEntry;
    const entryType = entryTypeOf(map);
    return (x, frame) => {
      forbidWrite(x.isReadOnly);
      const given = keyCode.ref(x, frame);
      const value = valueCode.ref(x, frame);
      x.at = expression;
      // Both are copied after both are evaluated.
      if (copiesKey) x.chargeRuntime(copyCost(sizeOf(given)));
      if (copiesValue) x.chargeRuntime(copyCost(sizeOf(value)));
      let size: number;
      let isSet = false;
      try {
        if (!admitsValue(map.keyType, given)) throw mismatch(map.keyType, given);
        if (!admitsValue(map.valueType, value)) throw mismatch(map.valueType, value);
        const type = entryType();
        const key = keyOf(map.keyType, given);
        size = serializedSize(given);
        if (!keepsExisting || !exists(x, scope, map, key)) {
          const stored = storedOf(type, someOf(value), x.rules.epoch);
          x.state.setMapEntry(map, key, stored);
          size += stored.size;
          isSet = true;
        }
      } catch (error) {
        throw failedWrite(x, error, cost, sizeOfType(map.keyType) + sizeOfType(map.valueType));
      }
      x.chargeCost(cost, size);
      x.keepMemory(size);
      return boolOf(isSet);
    };
  });
}

export const maps = {
  'map-get?': special({ count: 2 }, ({ expression, args: [operand, keyOperand] }, scope) => {
    const map = mapOf(operand, scope);
    if (map === undefined) return failing(() => noMap(operand));
    const code = scope.ref(keyOperand as Operand);
    const cost = scope.costs.FetchEntry;
    const entryType = entryTypeOf(map);
    const { contract } = scope;
    return (x, frame) => {
      const key = code(x, frame);
      x.at = expression;
      let stored: StoredValue | undefined;
      let value: Value;
      try {
        if (!admitsValue(map.keyType, key)) throw mismatch(map.keyType, key);
        entryType();
        stored = x.state.mapEntry(contract, map, keyOf(map.keyType, key));
        value = stored === undefined ? NONE : readStored(stored, x);
      } catch (error) {
        throw failedRead(x, error, cost, sizeOfType(map.keyType) + sizeOfType(map.valueType));
      }
      x.chargeCost(cost, serializedSize(key) + (stored?.size ?? 0));
      return value;
    };
  }),
  'map-set': setter(false),
  'map-insert': setter(true),
  'map-delete': special({ count: 2 }, ({ expression, args: [operand, keyOperand] }, scope) => {
    const map = mapOf(operand, scope);
    if (map === undefined) return failing(() => noMap(operand));
    const code = scope.ref(keyOperand as Operand);
    const cost = scope.costs.SetEntry;
    const entryType = entryTypeOf(map);
    return (x, frame) => {
      forbidWrite(x.isReadOnly);
      const given = code(x, frame);
      x.at = expression;
      let key: Value;
      let isThere: boolean;
      try {
        if (!admitsValue(map.keyType, given)) throw mismatch(map.keyType, given);
        entryType();
        key = keyOf(map.keyType, given);
        isThere = exists(x, scope, map, key);
      } catch (error) {
        throw failedWrite(x, error, cost, sizeOfType(map.keyType));
      }
      if (isThere) x.state.setMapEntry(map, key, { value: NONE, size: NONE_SIZE });
      const size = serializedSize(given) + (isThere ? NONE_SIZE : 0);
      x.chargeCost(cost, size);
      x.keepMemory(size);
      return boolOf(isThere);
    };
  }),
};

/** Surplus arguments are not noticed here; the read-only checker rejects those of `map-get?`. */
function checkGet(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [name, key] = atLeast(args, 2);
  const map = nameOf(name, 'BadMapName');
  const keyType = checker.check(key, scope);
  const type = mapTypeOf(checker, map);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.key));
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.value));
  chargeTypeCheck(checker.costs, type.key, keyType);
  const result = optionalType(type.value);
  checkAdmits(type.key, keyType);
  return result;
}

function checkDelete(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [name, key] = atLeast(args, 2);
  const map = nameOf(name, 'BadMapName');
  const keyType = checker.check(key, scope);
  const type = mapTypeOf(checker, map);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.key));
  chargeTypeCheck(checker.costs, type.key, keyType);
  checkAdmits(type.key, keyType);
  return BOOL;
}

/** The second lookup is charged for the type that is given, not for that of the map. */
function checkSet(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [name, key, value] = atLeast(args, 3);
  const map = nameOf(name, 'BadMapName');
  const keyType = checker.check(key, scope);
  const valueType = checker.check(value, scope);
  const type = mapTypeOf(checker, map);
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type.key));
  checker.costs.charge('AnalysisTypeLookup', typeSizeOf(valueType));
  chargeTypeCheck(checker.costs, type.key, keyType);
  chargeTypeCheck(checker.costs, type.value, valueType);
  checkAdmits(type.key, keyType);
  checkAdmits(type.value, valueType);
  return BOOL;
}

function mapTypeOf(checker: TypeChecker, name: string) {
  const type = checker.context.maps.get(name);
  if (type === undefined) throw new StaticFailure('NoSuchMap', name);
  return type;
}

function checkAdmits(wanted: Type, given: Type): void {
  if (!admitsType(wanted, given)) throw new StaticFailure('TypeError', wanted, given);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/maps.rs). */
export const MAP_CHECKS = {
  'map-get?': checkGet,
  'map-set': checkSet,
  'map-insert': checkSet,
  'map-delete': checkDelete,
} as const satisfies Record<string, NativeCheck>;
