import { listType, optionalType, responseType, tupleType } from '#dist/clarity/types/construct.js';
import { displayType } from '#dist/clarity/types/display.js';
import { AsciiType, BOOL, BufferType, INT, PRINCIPAL, type Type, UINT, Utf8Type } from '#dist/clarity/types/type.js';
import type { Dice } from './dice.js';

const BUFFER_LENGTHS = [1, 4, 16, 20, 32, 33, 64, 65, 100];
const STRING_LENGTHS = [1, 4, 10, 40];
const LIST_LENGTHS = [1, 2, 4, 6];
const FIELDS = ['a', 'amount', 'b', 'c-d', 'id', 'zz'] as const;

/** Returns a type that a source can name. @param depth how deep it may be nested */
export function randomType(dice: Dice, depth: number): Type {
  const inner = () => randomType(dice, depth - 1);
  const kind = dice.below(depth > 0 ? 15 : 9);
  if (kind < 2) return INT;
  if (kind < 4) return UINT;
  if (kind === 4) return BOOL;
  if (kind === 5) return PRINCIPAL;
  if (kind === 6) return new BufferType(dice.pick(BUFFER_LENGTHS));
  if (kind === 7) return new AsciiType(dice.pick(STRING_LENGTHS));
  if (kind === 8) return new Utf8Type(dice.pick(STRING_LENGTHS));
  if (kind === 9) return optionalType(inner());
  if (kind === 10) return responseType(inner(), inner());
  if (kind < 13) return listType(inner(), dice.pick(LIST_LENGTHS));
  return randomTuple(dice, depth);
}

export function randomTuple(dice: Dice, depth: number): ReturnType<typeof tupleType> {
  const names = FIELDS.filter(() => dice.chance(0.4));
  return tupleType((names.length === 0 ? ['a'] : names).map((name) => [name, randomType(dice, depth - 1)]));
}

/** Returns the type of something with items: a list, a buffer or a string. */
export function randomSequence(dice: Dice, entry: Type): Type {
  return dice.pick([new BufferType(8), new AsciiType(10), new Utf8Type(10), listType(entry, 4)]);
}

/** Returns a type as sources write it: traits by their names alone. */
export function sourceOfType(type: Type): string {
  return displayType(type).replace(/<[^<>]*\.([^<>.]+)>/g, '<$1>');
}
