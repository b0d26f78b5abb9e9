import { TypeFailure } from '../failure.js';
import { CallableType, ListType, OptionalType, PRINCIPAL, ResponseType, TupleType, type Type } from './type.js';

/**
 * Returns what a callable is where nothing asks for a trait (`concretize`, clarity-types/src/types/signatures.rs): a literal contract is a
 * principal. Contents of other types stay as they are.
 * @throws TypeFailure TypeMismatch for a union with a trait in it
 */
export function concretize(type: Type): Type {
  if (type.kind === 'callable') return type.callable.trait === undefined ? PRINCIPAL : type;
  if (type.kind !== 'list-union') return type;
  const trait = type.callables.find((callable) => callable.trait !== undefined);
  // The node's loop starts with "a principal", so that the first trait fails, whatever came before.
  if (trait !== undefined) throw new TypeFailure('TypeMismatch', PRINCIPAL, new CallableType(trait));
  return PRINCIPAL;
}

/** Replaces the references to traits of contracts from before epoch 2.1 by callables (`canonicalize_v2_1`). */
export function canonicalize(type: Type): Type {
  switch (type.kind) {
    case 'list':
      return new ListType(canonicalize(type.entry), type.maxLength);
    case 'optional':
      return new OptionalType(canonicalize(type.inner));
    case 'response':
      return new ResponseType(canonicalize(type.ok), canonicalize(type.err));
    case 'tuple':
      return new TupleType(type.fields, type.types.map(canonicalize));
    case 'trait-reference':
      return new CallableType({ trait: type.trait });
    default:
      return type;
  }
}
