import '../../steps.js';

import { expect, test } from 'vitest';
import { nobleCrypto } from '#dist/clarity/noble-crypto.js';
import { listOfDerived, someOf, tupleOfEntries } from '#dist/clarity/values/construct.js';
import { debugValue } from '#dist/clarity/values/debug.js';
import { deserialize } from '#dist/clarity/values/deserialize.js';
import { displayValue } from '#dist/clarity/values/display.js';
import { equalValues } from '#dist/clarity/values/equal.js';
import { hashOfValue } from '#dist/clarity/values/hash.js';
import { sanitize } from '#dist/clarity/values/sanitize.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import { typeOf } from '#dist/clarity/values/type-of.js';
import { AsciiValue, BufferValue, UIntValue, Utf8Value, type Value } from '#dist/clarity/values/value.js';
import { stepsOf } from '../../steps.js';

const KINDS: readonly (readonly [kind: string, make: (length: number) => Value])[] = [
  ['list of numbers', (length) => listOfDerived(Array.from({ length }, (_, at) => new UIntValue(BigInt(at))))],
  [
    'list of tuples',
    (length) =>
      listOfDerived(
        Array.from({ length: length / 8 }, (_, at) =>
          tupleOfEntries([
            ['a', new UIntValue(BigInt(at))],
            ['b', someOf(new AsciiValue('abc'))],
          ]),
        ),
      ),
  ],
  ['buffer', (length) => new BufferValue(new Uint8Array(length * 16).fill(7))],
  ['string-ascii', (length) => new AsciiValue('ab'.repeat(length * 8))],
  ['string-utf8', (length) => new Utf8Value(Array.from({ length: length * 2 }, () => '\u{1F600}'))],
];

const OPERATIONS: readonly (readonly [name: string, run: (value: Value, copy: Value) => unknown])[] = [
  ['serializes', (value) => serialize(value)],
  ['deserializes', (value) => deserialize(serialize(value))],
  ['is hashed', (value) => hashOfValue(value)],
  ['is compared', (value, copy) => equalValues(value, copy)],
  ['is sanitized', (value) => sanitize(typeOf(value), value)],
  ['is displayed', (value) => displayValue(value)],
  ['is shown in errors', (value) => debugValue(value)],
  ['is digested', (value) => nobleCrypto.sha256(serialize(value))],
];

test.each(KINDS.flatMap(([kind, make]) => OPERATIONS.map(([name, run]) => [kind, name, make, run] as const)))(
  'four times as large takes at most in proportion: a %s %s',
  async (_kind, _name, make, run) => {
    const steps = async (length: number) => {
      const [value, copy] = [make(length), make(length)];
      return await stepsOf(() => run(value, copy));
    };
    // A quadratic algorithm would need sixteen times as many.
    expect(await steps(40_000)).toBeLessThan(5 * (await steps(10_000)) + 1000);
  },
);
