import type { Type } from '#dist/clarity/types/type.js';
import { boolOf, listOfDerived, responseOf, someOf, tupleOf } from '#dist/clarity/values/construct.js';
import {
  AsciiValue,
  BufferValue,
  IntValue,
  NONE,
  type PrincipalValue,
  UIntValue,
  Utf8Value,
  type Value,
} from '#dist/clarity/values/value.js';
import type { Dice } from './dice.js';
import { ASCII, randomInt, randomUInt } from './literals.js';

const UTF8 = ['a', 'z', '0', 'é', '€', '😀'];

/** Returns a value that a type admits. @param principals accounts and contracts @param contracts what parameters with a trait get */
export function randomValue(
  type: Type,
  dice: Dice,
  { principals, contracts }: { principals: readonly PrincipalValue[]; contracts: readonly PrincipalValue[] },
): Value {
  const part = (inner: Type) => randomValue(inner, dice, { principals, contracts });
  switch (type.kind) {
    case 'int':
      return new IntValue(randomInt(dice));
    case 'uint':
      return new UIntValue(randomUInt(dice));
    case 'bool':
      return boolOf(dice.chance(0.5));
    case 'buffer':
      return new BufferValue(dice.bytes(dice.chance(0.6) ? type.length : dice.below(type.length + 1)));
    case 'ascii':
      return new AsciiValue(dice.times(0, type.length, () => dice.pick(ASCII)).join(''));
    case 'utf8':
      return new Utf8Value(dice.times(0, type.length, () => dice.pick(UTF8)));
    case 'optional':
      return dice.chance(0.3) ? NONE : someOf(part(type.inner));
    case 'response': {
      const isOk = dice.chance(0.7);
      return responseOf(isOk, part(isOk ? type.ok : type.err));
    }
    case 'list':
      return listOfDerived(dice.times(0, type.maxLength, () => part(type.entry)));
    case 'tuple':
      return tupleOf(type.fields, type.types.map(part));
    case 'callable':
      return dice.pick(contracts);
    default:
      return dice.pick(principals);
  }
}
