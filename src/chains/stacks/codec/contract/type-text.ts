import type { ClarityType } from './type.js';

/** A type as Rust's derived `Debug` prints stacks-core's `TypeSignature`: error messages quote it. */
export function debugType(type: ClarityType): string {
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
    case 'trait': {
      const name = type.id?.split('.')[2] ?? '';
      return `CallableType(Trait(TraitIdentifier { name: ClarityName("${name}"), contract_identifier: ${debugContract(type.id ?? '')} }))`;
    }
    case 'contract':
      return `CallableType(Principal(${debugContract(type.id)}))`;
    case 'buffer':
      return `SequenceType(BufferType(BufferLength(${type.length})))`;
    case 'string-ascii':
      return `SequenceType(StringType(ASCII(BufferLength(${type.length}))))`;
    case 'string-utf8':
      return `SequenceType(StringType(UTF8(StringUTF8Length(${type.length}))))`;
    case 'optional':
      return `OptionalType(${debugType(type.inner)})`;
    case 'response':
      return `ResponseType((${debugType(type.ok)}, ${debugType(type.err)}))`;
    case 'list':
      return `SequenceType(ListType(${debugSignature(type)}))`;
    case 'tuple':
      return `TupleType(${debugSignature(type)})`;
  }
}

/** The part of a type that list and tuple values carry. */
function debugSignature(type: Extract<ClarityType, { kind: 'list' | 'tuple' }>): string {
  if (type.kind === 'list') return `ListTypeData { max_len: ${type.length}, entry_type: ${debugType(type.item)} }`;
  // stacks-core's own Debug: the fields are shown in Clarity's syntax
  return `TupleTypeSignature {${type.fields.map(([name, field]) => ` "${name}": ${displayType(field)},`).join('')}}`;
}

function debugContract(id: string): string {
  const [issuer = '', name = ''] = id.split('.');
  return `QualifiedContractIdentifier { issuer: StandardPrincipalData(${issuer}), name: ContractName("${name}") }`;
}

/** A type in Clarity's syntax, in which no trait has a name. @param trait what stands for one */
export function displayType(type: ClarityType, trait = 'trait'): string {
  switch (type.kind) {
    case 'unknown':
      return 'UnknownType';
    case 'int':
    case 'uint':
    case 'bool':
    case 'principal':
      return type.kind;
    case 'trait':
      return trait;
    case 'contract':
      return `(principal ${type.id})`;
    case 'buffer':
      return `(buff ${type.length})`;
    case 'string-ascii':
    case 'string-utf8':
      return `(${type.kind} ${type.length})`;
    case 'optional':
      return `(optional ${displayType(type.inner, trait)})`;
    case 'response':
      return `(response ${displayType(type.ok, trait)} ${displayType(type.err, trait)})`;
    case 'list':
      return `(list ${type.length} ${displayType(type.item, trait)})`;
    case 'tuple':
      return `(tuple${type.fields.map(([name, field]) => ` (${name} ${displayType(field, trait)})`).join('')})`;
  }
}
