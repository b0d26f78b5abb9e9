import { randomUUID } from '#platform/crypto.js';
import { toJson } from './json.js';
import { createTurns } from './turns.js';

/** Marks a place in a value where a long list belongs. */
export type PlaceList = (items: Iterable<unknown>) => string;

/** About how many characters a part has. */
const PART = 64 * 1024;

/**
 * Formats a value with long lists as JSON, in parts: neither the lists nor the text are in memory as a whole.
 * @param make returns the value, with `list(items)` in the place of each long list
 * @param stringify @default toJson
 */
export function* jsonParts(make: (list: PlaceList) => unknown, stringify: (value: unknown) => string = toJson): Generator<string> {
  const lists: Iterable<unknown>[] = [];
  const mark = randomUUID();
  const text = stringify(make((items) => `${mark}-${lists.push(items) - 1}`));
  let part = '';
  for (const [position, piece] of text.split(new RegExp(`"${mark}-(\\d+)"`)).entries()) {
    if (position % 2 === 0) {
      part += piece;
      continue;
    }
    let comma = '';
    part += '[';
    for (const item of lists[Number(piece)] ?? []) {
      part += comma + stringify(item);
      comma = ',';
      if (part.length < PART) continue;
      yield part;
      part = '';
    }
    part += ']';
  }
  yield part;
}

/** Encodes parts of a text, while other tasks of the event loop get their turns. */
export async function encodeParts(parts: Iterable<string>): Promise<Buffer[]> {
  const giveWay = createTurns();
  const encoded: Buffer[] = [];
  for (const part of parts) {
    encoded.push(Buffer.from(part));
    await giveWay();
  }
  return encoded;
}
