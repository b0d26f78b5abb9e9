import { isRecord } from '../../base/json.js';
import { showValue } from '../../base/show-value.js';
import { asciiType, bufferType, listType, optionalType, responseType, tupleType, utf8Type } from './construct.js';
import { BOOL, CallableType, INT, NO_TYPE, PRINCIPAL, type TraitId, type Type, UINT } from './type.js';

export type InterfaceNamed = { readonly name: string; readonly type: InterfaceType };

export type InterfaceType =
  | 'none'
  | 'int128'
  | 'uint128'
  | 'bool'
  | 'principal'
  | 'trait_reference'
  | { readonly buffer: { readonly length: number } }
  | { readonly 'string-ascii': { readonly length: number } }
  | { readonly 'string-utf8': { readonly length: number } }
  | { readonly list: { readonly type: InterfaceType; readonly length: number } }
  | { readonly tuple: readonly InterfaceNamed[] }
  | { readonly optional: InterfaceType }
  | { readonly response: { readonly ok: InterfaceType; readonly error: InterfaceType } };

/** Returns a type in the form of interfaces. */
export function interfaceType(type: Type): InterfaceType {
  switch (type.kind) {
    case 'no-type':
      return 'none';
    case 'int':
      return 'int128';
    case 'uint':
      return 'uint128';
    case 'bool':
      return 'bool';
    case 'principal':
    case 'list-union':
      return 'principal';
    case 'callable':
      return type.callable.trait === undefined ? 'principal' : 'trait_reference';
    case 'buffer':
      return { buffer: { length: type.length } };
    case 'ascii':
      return { 'string-ascii': { length: type.length } };
    case 'utf8':
      return { 'string-utf8': { length: type.length } };
    case 'list':
      return { list: { type: interfaceType(type.entry), length: type.maxLength } };
    case 'tuple':
      return { tuple: type.fields.names.map((name, at) => ({ name, type: interfaceType(type.types[at] as Type) })) };
    case 'optional':
      return { optional: interfaceType(type.inner) };
    case 'response':
      return { response: { ok: interfaceType(type.ok), error: interfaceType(type.err) } };
  }
}

/** Stands for every trait of an interface, which has no names of traits. */
const UNNAMED_TRAIT: TraitId = { contract: '', name: '' };

/** Reads a type of a contract interface. @throws TypeError for another value, TypeFailure for a type that is too large or too deep */
export function parseAbiType(type: unknown): Type {
  switch (type) {
    case 'int128':
      return INT;
    case 'uint128':
      return UINT;
    case 'bool':
      return BOOL;
    case 'principal':
      return PRINCIPAL;
    case 'none':
      return NO_TYPE;
    case 'trait_reference':
      return new CallableType({ trait: UNNAMED_TRAIT });
  }
  if (isRecord(type)) {
    const { buffer, 'string-ascii': ascii, 'string-utf8': utf8, optional, response, list, tuple } = type;
    if (isRecord(buffer)) return bufferType(Number(buffer['length']));
    if (isRecord(ascii)) return asciiType(Number(ascii['length']));
    if (isRecord(utf8)) return utf8Type(Number(utf8['length']));
    if (optional !== undefined) return optionalType(parseAbiType(optional));
    if (isRecord(response)) return responseType(parseAbiType(response['ok']), parseAbiType(response['error']));
    if (isRecord(list)) return listType(parseAbiType(list['type']), Number(list['length']));
    if (Array.isArray(tuple)) {
      return tupleType(tuple.filter(isRecord).map((field) => [String(field['name']), parseAbiType(field['type'])]));
    }
  }
  throw new TypeError(`not a type of a contract interface: ${showValue(type)}`);
}
