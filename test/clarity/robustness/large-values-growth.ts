// A program of test/steps.ts.
import type { Value } from '#dist/clarity/values/value.js';
import { report, startCounting } from '../../steps.js';

const stepsOf = await startCounting();
const { nobleCrypto } = await import('#dist/clarity/noble-crypto.js');
const { listOfDerived, someOf, tupleOfEntries } = await import('#dist/clarity/values/construct.js');
const { debugValue } = await import('#dist/clarity/values/debug.js');
const { deserialize } = await import('#dist/clarity/values/deserialize.js');
const { displayValue } = await import('#dist/clarity/values/display.js');
const { equalValues } = await import('#dist/clarity/values/equal.js');
const { hashOfValue } = await import('#dist/clarity/values/hash.js');
const { sanitize } = await import('#dist/clarity/values/sanitize.js');
const { serialize } = await import('#dist/clarity/values/serialize.js');
const { typeOf } = await import('#dist/clarity/values/type-of.js');
const { AsciiValue, BufferValue, UIntValue, Utf8Value } = await import('#dist/clarity/values/value.js');

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

const growths = [];
for (const [kind, make] of KINDS) {
  for (const [operation, run] of OPERATIONS) {
    const steps = (length: number) => {
      const [value, copy] = [make(length), make(length)];
      return stepsOf(() => run(value, copy));
    };
    growths.push({ name: `a ${kind} ${operation}`, small: await steps(10_000), large: await steps(40_000) });
  }
}
report(growths);
