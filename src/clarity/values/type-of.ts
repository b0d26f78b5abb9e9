import {
  AsciiType,
  BOOL,
  BufferType,
  CallableType,
  INT,
  NO_TYPE,
  OptionalType,
  PRINCIPAL,
  ResponseType,
  TupleType,
  type Type,
  UINT,
  Utf8Type,
} from '../types/type.js';
import type { TupleValue, Value } from './value.js';

/** Returns the type of a value (`TypeSignature::type_of`, clarity-types/src/types/signatures.rs). */
export function typeOf(value: Value): Type {
  switch (value.kind) {
    case 'int':
      return INT;
    case 'uint':
      return UINT;
    case 'bool':
      return BOOL;
    case 'principal':
      return PRINCIPAL;
    case 'buffer':
      return new BufferType(value.bytes.length);
    case 'ascii':
      return new AsciiType(value.text.length);
    case 'utf8':
      return new Utf8Type(value.characters.length);
    case 'list':
      return value.type;
    case 'tuple':
      return typeOfTuple(value);
    case 'optional':
      return new OptionalType(value.value === undefined ? NO_TYPE : typeOf(value.value));
    case 'response': {
      const type = typeOf(value.value);
      return value.isOk ? new ResponseType(type, NO_TYPE) : new ResponseType(NO_TYPE, type);
    }
    case 'callable':
      return new CallableType(value.trait === undefined ? { contract: value.contract.text } : { trait: value.trait });
  }
}

export function typeOfTuple(tuple: TupleValue): TupleType {
  return tuple.type ?? new TupleType(tuple.fields, tuple.values.map(typeOf));
}

/** Returns the type of a literal: a contract is a callable (`TypeSignature::literal_type_of`). */
export function typeOfLiteral(value: Value): Type {
  return value.kind === 'principal' && value.name !== undefined ? new CallableType({ contract: value.text }) : typeOf(value);
}
