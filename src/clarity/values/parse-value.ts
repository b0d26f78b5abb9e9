import { without0x } from '../../base/hex.js';
import { bytesOfHex } from '../bytes.js';
import { deserialize, SerializationFailure } from './deserialize.js';
import type { Value } from './value.js';

/**
 * Returns the value of a consensus serialization as hex, with or without 0x; undefined if the text is invalid. Like the node, it ignores
 * the rest of the text.
 */
export function parseValueHex(hex: string): Value | undefined {
  const bytes = bytesOfHex(without0x(hex));
  if (bytes === undefined) return undefined;
  try {
    return deserialize(bytes).value;
  } catch (error) {
    if (error instanceof SerializationFailure) return undefined;
    throw error;
  }
}
