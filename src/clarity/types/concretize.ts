import { TypeFailure } from '../failure.js';
import { CallableType, PRINCIPAL, type Type } from './type.js';

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
