import { decodeAddress } from './c32.js';
import type { ClarityType } from './type.js';

/** A type as Rust's serializer writes stacks-core's `TypeSignature`: contract metadata is kept so. */
export function typeJson(type: ClarityType): unknown {
  switch (type.kind) {
    case 'unknown':
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
      return { SequenceType: { BufferType: type.length } };
    case 'string-ascii':
      return { SequenceType: { StringType: { ASCII: type.length } } };
    case 'string-utf8':
      return { SequenceType: { StringType: { UTF8: type.length } } };
    case 'optional':
      return { OptionalType: typeJson(type.inner) };
    case 'response':
      return { ResponseType: [typeJson(type.ok), typeJson(type.err)] };
    case 'list':
      return { SequenceType: { ListType: { max_len: type.length, entry_type: typeJson(type.item) } } };
    case 'tuple':
      return { TupleType: { type_map: Object.fromEntries(type.fields.map(([name, field]) => [name, typeJson(field)])) } };
    case 'trait': {
      const [address = '', contract = '', name = ''] = type.id?.split('.') ?? [];
      return { CallableType: { Trait: { name, contract_identifier: contractJson(`${address}.${contract}`) } } };
    }
    case 'contract':
      return { CallableType: { Principal: contractJson(type.id) } };
  }
}

/** A contract's id, likewise. */
export function contractJson(id: string): unknown {
  const [address = '', name = ''] = id.split('.');
  const issuer = decodeAddress(address);
  return { issuer: [issuer?.version ?? 0, [...(issuer?.hash ?? [])]], name };
}
