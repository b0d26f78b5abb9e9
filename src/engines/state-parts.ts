/** The state of a network as bytes, in parts with names. */
export type StateParts = ReadonlyMap<string, Uint8Array>;

/** Parses a part that is JSON. @throws SyntaxError, also if it is missing */
export function readPart<T>(parts: StateParts, name: string): T {
  return JSON.parse(Buffer.from(parts.get(name) ?? []).toString()) as T;
}
