import { expect, test } from 'vitest';
import { listOfDerived, tupleOfEntries } from '#dist/clarity/values/construct.js';
import { debugValue } from '#dist/clarity/values/debug.js';
import { AsciiValue, UIntValue } from '#dist/clarity/values/value.js';

test('default: a tuple as a real stacks-node quotes it in the error of a post-condition', () => {
  const id = tupleOfEntries([
    ['id', new UIntValue(1n)],
    ['n', new AsciiValue('abc')],
  ]);
  expect(debugValue(id)).toBe(
    'Tuple(TupleData { type_signature: TupleTypeSignature { "id": uint, "n": (string-ascii 3),}, ' +
      'data_map: {ClarityName("id"): UInt(1), ClarityName("n"): Sequence(String("abc"))} })',
  );
});

test('behavior: a list carries its type, too', () => {
  expect(debugValue(listOfDerived([new UIntValue(1n), new UIntValue(2n)]))).toBe(
    'Sequence(List(ListData { data: [UInt(1), UInt(2)], type_signature: ListTypeData { max_len: 2, entry_type: UIntType } }))',
  );
});
