import { deserialize, SerializationFailure, type Value } from '../../../clarity/values.js';
import { CodecError, malformed } from './error.js';
import type { ByteReader } from './reader.js';

/**
 * Reads one Clarity value, as stacks-core reads a transaction's arguments.
 * @throws CodecError; the message of an `invalid` one is the Rust debug form of the node's error
 */
export function readValue(reader: ByteReader): Value {
  try {
    const { value, length } = deserialize(reader.rest);
    reader.bytes(length);
    return value;
  } catch (error) {
    if (!(error instanceof SerializationFailure)) throw error;
    throw error.kind === 'eof' ? new CodecError('eof', error.message) : malformed(error.debug);
  }
}
