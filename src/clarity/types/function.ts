import { typeSizeOf } from './construct.js';
import type { Type } from './type.js';

export type Parameter = { readonly name: string; readonly type: Type };

/** The type of a function that a contract defines (`FixedFunction`, clarity/src/vm/types/signatures.rs). */
export type FunctionType = { readonly parameters: readonly Parameter[]; readonly returns: Type };

/** The type of a trait's method (`FunctionSignature`). */
export type MethodType = { readonly parameters: readonly Type[]; readonly returns: Type };

/** The methods of a trait by name, in byte order of the names. */
export type Trait = ReadonlyMap<string, MethodType>;

/** Returns the sizes of all types of a function. @throws TypeFailure ValueTooLarge */
export function functionTypeSize({ parameters, returns }: FunctionType): number {
  let size = typeSizeOf(returns);
  for (const { type } of parameters) size += typeSizeOf(type);
  return size;
}

/** Returns the sizes of all types of a method. @throws TypeFailure ValueTooLarge */
export function methodTypeSize({ parameters, returns }: MethodType): number {
  let size = typeSizeOf(returns);
  for (const type of parameters) size += typeSizeOf(type);
  return size;
}

/** Returns the sizes of all types of a trait (`trait_type_size`). @throws TypeFailure ValueTooLarge */
export function traitTypeSize(trait: Trait): number {
  let size = 0;
  for (const method of trait.values()) size += methodTypeSize(method);
  return size;
}
