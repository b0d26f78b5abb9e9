import { at, FormatError, readJson, type Schema } from '../../base/storage.js';

/** The state of a network as bytes, in parts with names. */
export type StateParts = ReadonlyMap<string, Uint8Array>;

/** Returns the bytes of a part. @throws FormatError if it is missing */
export function partOf(parts: StateParts, name: string): Uint8Array {
  const bytes = parts.get(name);
  if (bytes === undefined) throw new FormatError('a part with this name', 'none', [name]);
  return bytes;
}

/** Reads a part that is JSON. @throws FormatError */
export function readPart<T>(parts: StateParts, name: string, schema: Schema<T>): T {
  return at(name, () => readJson(schema, Buffer.from(partOf(parts, name)).toString()));
}
