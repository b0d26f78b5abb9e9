import { hexOf } from '#dist/clarity/bytes.js';
import type { Type } from '#dist/clarity/types/type.js';
import type { Dice } from './dice.js';

/** The names that literals may contain. */
export type Names = {
  /** Accounts and contracts, with the quote before them or as keywords. */
  readonly principals: readonly string[];
  /** Returns contracts that a parameter with a trait accepts, with the quote before them. */
  readonly implementers: (trait: string) => readonly string[];
};

const INTS = [0n, 1n, -1n, -5n, 127n, 128n, 2n ** 32n, 2n ** 64n, 2n ** 127n - 1n, -(2n ** 127n)];
const UINTS = [0n, 1n, 127n, 128n, 255n, 2n ** 32n, 2n ** 64n, 2n ** 127n, 2n ** 128n - 1n];
export const ASCII = [...'abcXYZ019 -+.~'];
const UTF8 = ['a', 'Z', '7', '+', '\\u{E9}', '\\u{20AC}', '\\u{1F600}'];

export function randomInt(dice: Dice): bigint {
  if (dice.chance(0.2)) return dice.pick(INTS);
  return BigInt(dice.below(dice.chance(0.7) ? 8 : 1000)) * (dice.chance(0.2) ? -1n : 1n);
}

export function randomUInt(dice: Dice): bigint {
  if (dice.chance(0.15)) return dice.pick(UINTS);
  return BigInt(dice.below(dice.chance(0.7) ? 8 : 1000));
}

/** Returns an expression without variables of functions that has a type: for a trait a contract, or undefined if none has it. */
export function literalOf(type: Type, dice: Dice, names: Names): string | undefined {
  const part = (inner: Type) => literalOf(inner, dice, names);
  const wrapped = (head: string, inner: Type) => {
    const literal = part(inner);
    return literal === undefined ? undefined : `(${head} ${literal})`;
  };
  switch (type.kind) {
    case 'int':
      return `${randomInt(dice)}`;
    case 'uint':
      return `u${randomUInt(dice)}`;
    case 'bool':
      return dice.pick(['true', 'false']);
    case 'principal':
      return dice.pick(names.principals);
    case 'buffer':
      return `0x${hexOf(dice.bytes(dice.chance(0.6) ? type.length : dice.below(type.length + 1)))}`;
    case 'ascii':
      return `"${dice.times(0, type.length, () => dice.pick(ASCII)).join('')}"`;
    case 'utf8':
      return `u"${dice.times(0, type.length, () => dice.pick(UTF8)).join('')}"`;
    case 'optional':
      return dice.chance(0.3) ? 'none' : wrapped('some', type.inner);
    case 'response':
      return dice.chance(0.7) ? wrapped('ok', type.ok) : wrapped('err', type.err);
    case 'list': {
      const items = dice.times(0, type.maxLength, () => part(type.entry));
      return items.includes(undefined) ? undefined : `(list ${items.join(' ')})`;
    }
    case 'tuple': {
      const fields = type.fields.names.map((name, at) => [name, part(type.types[at] as Type)] as const);
      if (fields.some(([, value]) => value === undefined)) return undefined;
      if (dice.chance(0.3)) return `(tuple ${fields.map(([name, value]) => `(${name} ${value})`).join(' ')})`;
      return `{ ${fields.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
    }
    case 'callable': {
      const found = type.callable.trait === undefined ? [] : names.implementers(type.callable.trait.name);
      return found.length === 0 ? undefined : dice.pick(found);
    }
    default:
      return undefined;
  }
}
