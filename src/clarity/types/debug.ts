import { debugContract, debugString, debugTrait, debugVariant } from '../rust-debug.js';
import { displayType } from './display.js';
import type { Callable, ListType, TupleType, Type } from './type.js';

/** The `Debug` form of a type (clarity-types/src/types/signatures.rs), which errors at run time contain. */
export function debugType(type: Type): string {
  switch (type.kind) {
    case 'no-type':
      return 'NoType';
    case 'int':
      return 'IntType';
    case 'uint':
      return 'UIntType';
    case 'bool':
      return 'BoolType';
    case 'principal':
      return 'PrincipalType';
    case 'buffer':
      return `SequenceType(BufferType(BufferLength(${type.length})))`;
    case 'ascii':
      return `SequenceType(StringType(ASCII(BufferLength(${type.length}))))`;
    case 'utf8':
      return `SequenceType(StringType(UTF8(StringUTF8Length(${type.length}))))`;
    case 'list':
      return `SequenceType(ListType(${debugListType(type)}))`;
    case 'tuple':
      return debugVariant('TupleType', [debugTupleType(type)]);
    case 'optional':
      return debugVariant('OptionalType', [debugType(type.inner)]);
    case 'response':
      return `ResponseType((${debugType(type.ok)}, ${debugType(type.err)}))`;
    case 'callable':
      return debugVariant('CallableType', [debugCallable(type.callable)]);
    case 'list-union':
      return `ListUnionType({${type.callables.map(debugCallable).join(', ')}})`;
  }
}

export function debugListType(type: ListType): string {
  return `ListTypeData { max_len: ${type.maxLength}, entry_type: ${debugType(type.entry)} }`;
}

/** Fields appear in the form that messages use. */
export function debugTupleType(type: TupleType): string {
  const fields = type.fields.names.map((name, at) => ` ${debugString(name)}: ${displayType(type.types[at] as Type)},`);
  return `TupleTypeSignature {${fields.join('')}}`;
}

function debugCallable(callable: Callable): string {
  if (callable.trait === undefined) return debugVariant('Principal', [debugContract(callable.contract)]);
  return debugVariant('Trait', [debugTrait(callable.trait)]);
}
