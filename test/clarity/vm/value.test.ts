import { Cl, type ClarityValue } from '@stacks/transactions';
import fc from 'fast-check';
import { type ClarityInput, deserializeValue, formatValue, serializeValue } from 'stacks-devnet/clarity';
import { expect, test } from 'vitest';
import { codePoints } from '#dist/clients/property/code-points.js';

const ALICE = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';

const leaf: fc.Arbitrary<ClarityValue> = fc.oneof(
  fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }).map((value) => Cl.int(value)),
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => Cl.uint(value)),
  fc.boolean().map((value) => Cl.bool(value)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Cl.buffer(bytes)),
  fc.stringMatching(/^[ -~]{0,20}$/).map((text) => Cl.stringAscii(text)),
  fc.string({ unit: codePoints, maxLength: 20 }).map((text) => Cl.stringUtf8(text)),
  fc.constantFrom(Cl.none(), Cl.address(ALICE), Cl.address(`${ALICE}.counter`)),
);
/** stacks.js sorts names that have other characters by the rules of a language, not by their bytes as nodes do. */
const NAME = /^[a-z]{1,9}$/;
const { value: values } = fc.letrec<{ value: ClarityValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('value').map((value) => Cl.some(value)),
    tie('value').map((value) => Cl.ok(value)),
    tie('value').map((value) => Cl.error(value)),
    fc
      .dictionary(fc.stringMatching(NAME), tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true })
      .map((fields) => Cl.tuple(fields)),
    fc
      .array(
        fc.integer().map((n) => Cl.int(n)),
        { maxLength: 5 },
      )
      .map((items) => Cl.list(items)),
  ),
}));

test('default: any value of stacks.js has the same bytes, and comes back', () => {
  fc.assert(
    fc.property(values, (value) => {
      const hex = Cl.serialize(value);
      expect(serializeValue(value)).toBe(hex);
      expect(deserializeValue(hex)).toEqual(Cl.deserialize(hex));
      expect(serializeValue(`0x${hex}`)).toBe(hex);
    }),
  );
});

test('edge: numbers of stacks.js may be text or numbers', () => {
  expect(['5', 5, 5n].map((value) => formatValue(Cl.uint(value)))).toEqual(['u5', 'u5', 'u5']);
});

test.each<[string, unknown, string]>([
  ['a negative uint', { type: 'uint', value: -1 }, 'uint -1 does not fit into 128 bits'],
  ['an int of 129 bits', { type: 'int', value: 2n ** 127n }, 'does not fit into 128 bits'],
  ['a fraction', { type: 'int', value: 1.5 }, 'int 1.5 is not a whole number'],
  ['a buffer without hex', { type: 'buffer', value: 'xy' }, 'a buffer is not hex'],
  ['text beyond ASCII', Cl.stringAscii('ä'), 'InvalidAsciiCharacter(195)'],
  ['half of a surrogate pair', { type: 'utf8', value: '\ud800' }, 'half of a surrogate pair'],
  ['a list of two types', Cl.list([Cl.int(1), Cl.uint(1)]), 'TypeMismatch'],
  ['an empty tuple', Cl.tuple({}), 'EmptyTuplesNotAllowed'],
  ['a field that is no name', { type: 'tuple', value: { '1a': Cl.int(1) } }, '"1a" cannot name a field'],
  ['an address with an error', { type: 'address', value: `${ALICE.slice(0, -1)}X` }, 'InvalidPrincipalEncoding'],
  ['an unknown type', { type: 'float', value: 1 }, 'its type is float'],
  ['a number', 5, 'a Clarity value'],
  ['nothing', undefined, 'received nothing'],
  ['text', 'u1', 'it is not hex'],
  ['half a value', '0100', 'failed to fill whole buffer'],
  ['more than a value', '0303', 'bytes follow the value, which ends after 1'],
])('error: %s is no value', (_, value, reason) => {
  expect(() => serializeValue(value as ClarityInput)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field: 'value', message: expect.stringContaining(reason) }),
  );
});
