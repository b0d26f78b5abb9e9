import type { Type } from '#dist/clarity/types/type.js';
import { errOf, listOfDerived, okOf, someOf, tupleOfEntries } from '#dist/clarity/values/construct.js';
import {
  AsciiValue,
  BufferValue,
  FALSE,
  IntValue,
  NONE,
  type PrincipalValue,
  TRUE,
  UIntValue,
  Utf8Value,
  type Value,
} from '#dist/clarity/values/value.js';
import { pick, type Random } from '../../../clarity/mutate.js';

/** Returns a value of a type. @param principals accounts and contracts to choose from */
export function sampleValue(type: Type, principals: readonly PrincipalValue[], random: Random): Value {
  const sample = (inner: Type) => sampleValue(inner, principals, random);
  const upTo = (length: number) => Math.floor(random() * Math.min(length + 1, 40));
  switch (type.kind) {
    case 'int':
      return new IntValue(BigInt(pick([0, 1, -1, 2, 100, -7, 4_000_000_000], random)));
    case 'uint':
      return new UIntValue(BigInt(pick([0, 1, 2, 3, 100, 5_000, 2 ** 60], random)));
    case 'bool':
      return random() < 0.5 ? TRUE : FALSE;
    case 'buffer':
      return new BufferValue(new Uint8Array(pick([type.length, upTo(type.length)], random)).fill(Math.floor(random() * 256)));
    case 'ascii':
      return new AsciiValue('abc-9 xyz'.repeat(5).slice(0, upTo(type.length)));
    case 'utf8':
      return new Utf8Value([...'aé漢🙂'.repeat(10)].slice(0, upTo(type.length)));
    case 'list':
      return listOfDerived(Array.from({ length: Math.min(upTo(type.maxLength), 5) }, () => sample(type.entry)));
    case 'tuple':
      return tupleOfEntries(type.fields.names.map((name, at) => [name, sample(type.types[at] as Type)] as const));
    case 'optional':
      return random() < 0.3 ? NONE : someOf(sample(type.inner));
    case 'response':
      return random() < 0.5 ? okOf(sample(type.ok)) : errOf(sample(type.err));
    default:
      return pick(principals, random);
  }
}
