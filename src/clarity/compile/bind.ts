import type { UserFunction } from '../contract.js';
import type { CompiledFunction } from '../execution/execution.js';
import { CheckFailure } from '../failure.js';
import { listType } from '../types/construct.js';
import { isTraitType, type Type } from '../types/type.js';
import { admitsValue } from '../values/admits.js';
import { castInClarity1 } from '../values/clarity-1-cast.js';
import { tupleWithType } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { sanitize } from '../values/sanitize.js';
import { depthOf, sizeOf, typeSizeOfValue } from '../values/size.js';
import { CallableValue, ListValue, OptionalValue, ResponseValue, type Value } from '../values/value.js';
import type { Scope } from './compile-scope.js';

/** Returns the value that a parameter gets from an argument. @throws CheckFailure TypeValueError */
type Convert = (value: Value) => Value;

/**
 * Gives the parameters of a function slots, and returns what fills them (`execute_apply`, clarity/src/vm/callables.rs). Of two parameters
 * with one name the second fails.
 */
export function binderOf({ parameters, contract }: UserFunction, scope: Scope): CompiledFunction['bind'] {
  const converts = parameters.map(({ type }) => (contract.version < 2 ? forClarity1(type) : forClarity2(type, scope)));
  const slots = parameters.map(({ name, type }) => scope.bind(name, contract.version > 1 || !isTraitType(type)));
  const duplicate = parameters.findIndex(({ name }, at) => parameters.findIndex((other) => other.name === name) !== at);
  return (frame, args) => {
    for (let at = 0; at < converts.length; at++) {
      frame[slots[at] as number] = (converts[at] as Convert)(args[at] as Value);
      if (at === duplicate) throw new CheckFailure('NameAlreadyUsed', (parameters[at] as { name: string }).name);
    }
  };
}

function admitted(type: Type, value: Value): Value {
  if (!admitsValue(type, value)) throw new CheckFailure('TypeValueError', type, errorText(value));
  return value;
}

function forClarity1(type: Type): Convert {
  if (!isTraitType(type)) return (value) => admitted(type, value);
  return (value) => {
    if (value.kind === 'callable') return value;
    const cast = castInClarity1(type, value);
    return cast === undefined ? admitted(type, value) : new CallableValue(cast.contract, cast.trait);
  };
}

/** Contracts become callables, lists and tuples get the declared types; from epoch 4.0 on they are sanitized then. */
function forClarity2(type: Type, { rules }: Scope): Convert {
  const casts = needsCast(type);
  if (!casts) return (value) => admitted(type, value);
  const { sanitizesArguments } = rules.epoch;
  return (value) => {
    const cast = castTo(type, value);
    if (!sanitizesArguments) return admitted(type, cast);
    const result = sanitize(type, cast);
    if (result === undefined) throw new CheckFailure('TypeValueError', type, errorText(value));
    return result;
  };
}

function needsCast(type: Type): boolean {
  switch (type.kind) {
    case 'list':
    case 'tuple':
    case 'callable':
      return true;
    case 'optional':
      return needsCast(type.inner);
    case 'response':
      return needsCast(type.ok) || needsCast(type.err);
    default:
      return false;
  }
}

/** `clarity2_implicit_cast`. */
function castTo(type: Type, value: Value): Value {
  switch (type.kind) {
    case 'optional':
      if (value.kind !== 'optional' || value.value === undefined) return value;
      return wrapped(value, castTo(type.inner, value.value));
    case 'response':
      if (value.kind !== 'response') return value;
      return wrapped(value, castTo(value.isOk ? type.ok : type.err, value.value));
    case 'list':
      if (value.kind !== 'list') return value;
      return new ListValue(
        value.items.map((item) => castTo(type.entry, item)),
        listType(type.entry, value.type.maxLength),
        false,
      );
    case 'tuple': {
      if (value.kind !== 'tuple') return value;
      const values = value.values.map((field, at) => {
        const fieldType = type.field(value.fields.names[at] as string);
        if (fieldType === undefined) throw new CheckFailure('TypeValueError', type, errorText(value));
        return castTo(fieldType, field);
      });
      return tupleWithType(value.fields, values, type);
    }
    case 'callable': {
      const { trait } = type.callable;
      if (trait === undefined) return value;
      if (value.kind === 'callable') return new CallableValue(value.contract, trait);
      return value.kind === 'principal' && value.name !== undefined ? new CallableValue(value, trait) : value;
    }
    default:
      return value;
  }
}

/** Puts other contents into an optional or response, whose size follows without a check. */
function wrapped(value: OptionalValue | ResponseValue, inner: Value): Value {
  if (inner === value.value) return value;
  const [size, depth] = [1 + sizeOf(inner), 1 + depthOf(inner)];
  if (value.kind === 'optional') return new OptionalValue(inner, size, 1 + typeSizeOfValue(inner), depth);
  return new ResponseValue(value.isOk, inner, size, 2 + typeSizeOfValue(inner), depth);
}
