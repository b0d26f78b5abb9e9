import { field, type Json, listOf, readObject } from '../../../../base/json.js';
import { concatBytes } from '../../../../clarity/bytes.js';
import {
  AsciiValue,
  asciiText,
  BufferValue,
  boolOf,
  CallableValue,
  IntValue,
  ListValue,
  NONE,
  responseOf,
  someOf,
  tupleWithType,
  UIntValue,
  Utf8Value,
  utf8Characters,
  type Value,
} from '../../../../clarity/values.js';
import { readBytes, readContractId, readListType, readStandard, readTraitId, readTupleType, readVariant, unknown } from './json-type.js';

/**
 * Reads a value that a node keeps as JSON, as it does for constants (`Value`, clarity-types/src/types/mod.rs).
 * @param json parsed without rounding
 * @throws DevnetError RPC for another form
 */
export function readValue(json: Json): Value {
  const [variant, content] = readVariant(json, 'a value');
  switch (variant) {
    case 'Int':
      return new IntValue(integerOf(content));
    case 'UInt':
      return new UIntValue(integerOf(content));
    case 'Bool':
      return boolOf(content === true);
    case 'Sequence':
      return readSequence(content);
    case 'Principal': {
      const [kind, principal] = readVariant(content, 'a principal');
      return kind === 'Standard' ? readStandard(principal) : readContractId(principal);
    }
    case 'Tuple':
      return readTuple(content);
    case 'Optional': {
      const inner = field(readObject(content, 'an optional'), 'data');
      return inner === null ? NONE : someOf(readValue(inner));
    }
    case 'Response': {
      const response = readObject(content, 'a response');
      return responseOf(field(response, 'committed') === true, readValue(field(response, 'data')));
    }
    case 'CallableContract': {
      const callable = readObject(content, 'a callable');
      const trait = field(callable, 'trait_identifier');
      return new CallableValue(readContractId(field(callable, 'contract_identifier')), trait === null ? undefined : readTraitId(trait));
    }
    default:
      throw unknown('a value', variant);
  }
}

function readSequence(json: Json): Value {
  const [variant, content] = readVariant(json, 'a sequence');
  const data = (of: Json): Json => field(readObject(of, variant), 'data');
  switch (variant) {
    case 'Buffer':
      return new BufferValue(readBytes(data(content)));
    case 'List': {
      const items = listOf(data(content), 'a list').map(readValue);
      return new ListValue(items, readListType(field(readObject(content, 'a list'), 'type_signature')), false);
    }
    case 'String': {
      const [encoding, text] = readVariant(content, 'a string');
      if (encoding === 'ASCII') return new AsciiValue(asciiText(readBytes(data(text))));
      return new Utf8Value(utf8Characters(concatBytes(...listOf(data(text), 'characters').map(readBytes))));
    }
    default:
      throw unknown('a sequence', variant);
  }
}

function readTuple(json: Json): Value {
  const tuple = readObject(json, 'a tuple');
  const type = readTupleType(field(tuple, 'type_signature'));
  const values = readObject(field(tuple, 'data_map'), 'a tuple');
  return tupleWithType(
    type.fields,
    type.fields.names.map((name) => readValue(field(values, name))),
    type,
  );
}

function integerOf(json: Json): bigint {
  if (typeof json === 'string' || typeof json === 'number') return BigInt(json);
  throw unknown('a number', json);
}
