import { deserialize } from '#dist/clarity/values/deserialize.js';
import type { Value } from '#dist/clarity/values/value.js';

export function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

/** Returns the value that has this serialization. */
export function valueOfHex(hex: string): Value {
  return deserialize(bytesOf(hex)).value;
}
