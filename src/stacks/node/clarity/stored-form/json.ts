import { formatJson } from '../../../../base/json.js';
import type { ContractAnalysis } from '../../../../clarity/analysis.js';
import type { Callable, FunctionType, MethodType, TraitId, Type } from '../../../../clarity/types.js';
import type { PrincipalValue, Value } from '../../../../clarity/values.js';
import { hashOf, parsePrincipal, typeOfTuple, versionOf } from '../../../../clarity/values.js';

/** The JSON that a node keeps of contracts: what serde makes of the types of stacks-core. Numbers of values are bigints. */
type Json = unknown;

function contractId(text: string): Json {
  const principal = parsePrincipal(text);
  return { issuer: standard(principal), name: principal.name };
}

function principal(value: PrincipalValue): Json {
  return value.name === undefined ? { Standard: standard(value) } : { Contract: contractId(value.text) };
}

function standard(value: PrincipalValue): Json {
  return [versionOf(value), [...hashOf(value)]];
}

export function typeJson(type: Type): Json {
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
      return { SequenceType: { BufferType: type.length } };
    case 'ascii':
      return { SequenceType: { StringType: { ASCII: type.length } } };
    case 'utf8':
      return { SequenceType: { StringType: { UTF8: type.length } } };
    case 'list':
      return { SequenceType: { ListType: { max_len: type.maxLength, entry_type: typeJson(type.entry) } } };
    case 'tuple':
      return { TupleType: { type_map: object(type.fields.names.map((name, at) => [name, typeJson(type.types[at] as Type)])) } };
    case 'optional':
      return { OptionalType: typeJson(type.inner) };
    case 'response':
      return { ResponseType: [typeJson(type.ok), typeJson(type.err)] };
    case 'callable':
      return { CallableType: callable(type.callable) };
    case 'list-union':
      return { ListUnionType: type.callables.map(callable) };
  }
}

function callable({ contract, trait }: Callable): Json {
  return trait === undefined ? { Principal: contractId(contract as string) } : { Trait: traitId(trait) };
}

function traitId({ contract, name }: TraitId): Json {
  return { name, contract_identifier: contractId(contract) };
}

export function valueJson(value: Value): Json {
  switch (value.kind) {
    case 'int':
      return { Int: value.value };
    case 'uint':
      return { UInt: value.value };
    case 'bool':
      return { Bool: value.value };
    case 'principal':
      return { Principal: principal(value) };
    case 'buffer':
      return { Sequence: { Buffer: { data: [...value.bytes] } } };
    case 'ascii':
      return { Sequence: { String: { ASCII: { data: [...Buffer.from(value.text)] } } } };
    case 'utf8':
      return { Sequence: { String: { UTF8: { data: value.characters.map((character) => [...Buffer.from(character)]) } } } };
    case 'list': {
      const signature = { max_len: value.type.maxLength, entry_type: typeJson(value.type.entry) };
      return { Sequence: { List: { data: value.items.map(valueJson), type_signature: signature } } };
    }
    case 'tuple':
      return tuple(value);
    case 'optional':
      return { Optional: { data: value.value === undefined ? null : valueJson(value.value) } };
    case 'response':
      return { Response: { committed: value.isOk, data: valueJson(value.value) } };
    case 'callable': {
      const { contract, trait } = value;
      return { CallableContract: { contract_identifier: contractId(contract.text), trait_identifier: trait ? traitId(trait) : null } };
    }
  }
}

export function analysisJson({ epoch, version, ...analysis }: ContractAnalysis): Json {
  return {
    contract_identifier: contractId(analysis.contract),
    private_function_types: mapped(analysis.privateFunctions, fixed),
    variable_types: mapped(analysis.constants, typeJson),
    public_function_types: mapped(analysis.publicFunctions, fixed),
    read_only_function_types: mapped(analysis.readOnlyFunctions, fixed),
    map_types: mapped(analysis.maps, ({ key, value }) => [typeJson(key), typeJson(value)]),
    persisted_variable_types: mapped(analysis.variables, typeJson),
    fungible_tokens: [...analysis.fungibleTokens],
    non_fungible_tokens: mapped(analysis.nonFungibleTokens, typeJson),
    defined_traits: mapped(analysis.traits, (trait) => mapped(trait, method)),
    implemented_traits: analysis.implementedTraits.map(traitId),
    contract_interface: null,
    is_cost_contract_eligible: false,
    epoch: `Epoch${epoch.name.replace('.', epoch.name === '2.05' ? '_' : '')}`,
    clarity_version: `Clarity${version}`,
  };
}

function fixed({ parameters, returns }: FunctionType): Json {
  return { Fixed: { args: parameters.map(({ name, type }) => ({ signature: typeJson(type), name })), returns: typeJson(returns) } };
}

function method({ parameters, returns }: MethodType): Json {
  return { args: parameters.map(typeJson), returns: typeJson(returns) };
}

/** Writes whole numbers of any size as digits. */
export function stringify(json: Json): string {
  const parts = formatJson(json, (integer) => `bigint ${integer}`);
  return parts.replaceAll(/"bigint (-?\d+)"/g, '$1');
}

export function mapped<T>(map: ReadonlyMap<string, T>, to: (value: T) => Json): Record<string, Json> {
  return object([...map].map(([name, value]) => [name, to(value)]));
}

function object(entries: [string, Json][]): Record<string, Json> {
  return Object.fromEntries(entries);
}

function tuple(value: Extract<Value, { kind: 'tuple' }>): Json {
  const names = value.fields.names;
  const { TupleType: type } = typeJson(typeOfTuple(value)) as { TupleType: Json };
  return { Tuple: { type_signature: type, data_map: object(names.map((name, at) => [name, valueJson(value.values[at] as Value)])) } };
}
