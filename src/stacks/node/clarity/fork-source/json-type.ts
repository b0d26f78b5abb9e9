import { DevnetError } from '../../../../base/error.js';
import { field, isRecord, type Json, listOf, readNumber, readObject, readText } from '../../../../base/json.js';
import { ownValue } from '../../../../base/own-value.js';
import { showValue } from '../../../../base/show-value.js';
import {
  asciiType,
  BOOL,
  bufferType,
  type Callable,
  CallableType,
  INT,
  ListUnionType,
  listType,
  NO_TYPE,
  optionalType,
  PRINCIPAL,
  responseType,
  type TraitId,
  type Type,
  tupleType,
  UINT,
  utf8Type,
} from '../../../../clarity/types.js';
import type { PrincipalValue } from '../../../../clarity/values.js';
import { contractPrincipal, standardPrincipal } from '../../../../clarity/values.js';

/**
 * What a node keeps of contracts is JSON, in which a variant of an enum with contents is an object with one key (`TypeSignature`,
 * clarity-types/src/types/signatures.rs). All functions throw DevnetError RPC for another form.
 */

const PLAIN: Readonly<Record<string, Type>> = { NoType: NO_TYPE, IntType: INT, UIntType: UINT, BoolType: BOOL, PrincipalType: PRINCIPAL };

export function readType(json: Json): Type {
  const plain = typeof json === 'string' ? ownValue(PLAIN, json) : undefined;
  if (plain !== undefined) return plain;
  const [variant, content] = readVariant(json, 'a type');
  switch (variant) {
    case 'SequenceType':
      return readSequenceType(content);
    case 'TupleType':
      return readTupleType(content);
    case 'OptionalType':
      return optionalType(readType(content));
    case 'ResponseType': {
      const [ok, err] = listOf(content, 'a response');
      return responseType(readType(ok), readType(err));
    }
    case 'CallableType':
      return new CallableType(readCallable(content));
    case 'ListUnionType':
      return new ListUnionType(listOf(content, 'a union').map(readCallable));
    case 'TraitReferenceType':
      // In contracts from before epoch 2.1: a callable since.
      return new CallableType({ trait: readTraitId(content) });
    default:
      throw unknown('a type', variant);
  }
}

function readSequenceType(json: Json): Type {
  const [variant, content] = readVariant(json, 'a sequence');
  switch (variant) {
    case 'BufferType':
      return bufferType(lengthOf(content));
    case 'ListType':
      return readListType(content);
    case 'StringType': {
      const [encoding, length] = readVariant(content, 'a string');
      return encoding === 'ASCII' ? asciiType(lengthOf(length)) : utf8Type(lengthOf(length));
    }
    default:
      throw unknown('a sequence', variant);
  }
}

export function readListType(json: Json) {
  const list = readObject(json, 'a list');
  return listType(readType(field(list, 'entry_type')), readNumber(list, 'max_len'));
}

export function readTupleType(json: Json) {
  const fields = readObject(field(readObject(json, 'a tuple'), 'type_map'), 'a tuple');
  return tupleType(Object.entries(fields).map(([name, type]) => [name, readType(type)]));
}

function readCallable(json: Json): Callable {
  const [variant, content] = readVariant(json, 'a callable');
  if (variant === 'Principal') return { contract: readContractId(content).text };
  return { trait: readTraitId(content) };
}

export function readTraitId(json: Json): TraitId {
  const trait = readObject(json, 'a trait');
  return { contract: readContractId(field(trait, 'contract_identifier')).text, name: readText(trait, 'name') };
}

/** Reads a `QualifiedContractIdentifier`. */
export function readContractId(json: Json): PrincipalValue {
  const contract = readObject(json, 'a contract');
  return contractPrincipal(readStandard(field(contract, 'issuer')), readText(contract, 'name'));
}

/** Reads a `StandardPrincipalData`: a version, and the bytes of the hash. */
export function readStandard(json: Json): PrincipalValue {
  const [version, hash] = listOf(json, 'a principal');
  return standardPrincipal(Number(version), readBytes(hash));
}

export function readBytes(json: Json): Uint8Array {
  return Uint8Array.from(listOf(json, 'bytes') as number[]);
}

/** Returns the variant of an enum, and what it holds. */
export function readVariant(json: Json, what: string): [variant: string, content: Json] {
  const [entry] = isRecord(json) ? Object.entries(json) : [];
  if (entry === undefined) throw unknown(what, json);
  return entry;
}

export function unknown(what: string, json: Json): DevnetError {
  return new DevnetError('RPC', `the node's answer is not understood: ${showValue(json)} is not ${what}`);
}

function lengthOf(json: Json): number {
  return Number(json);
}
