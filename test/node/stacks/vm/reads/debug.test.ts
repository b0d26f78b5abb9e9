import { expect, test } from 'vitest';
import type { ClarityValue } from '#dist/chains/stacks/codec/value/value.js';
import { debug } from '#dist/node/stacks/vm/reads/debug.js';

const uint = (value: bigint): ClarityValue => ({ type: 'uint', value });

test('default: a tuple as a real stacks-node quotes it in the error of a post-condition', () => {
  const id: ClarityValue = {
    type: 'tuple',
    fields: [
      ['id', uint(1n)],
      ['n', { type: 'string-ascii', value: Buffer.from('abc') }],
    ],
  };
  expect(debug(id)).toBe(
    'Tuple(TupleData { type_signature: TupleTypeSignature { "id": uint, "n": (string-ascii 3),}, data_map: {ClarityName("id"): UInt(1), ClarityName("n"): Sequence(String("abc"))} })',
  );
});

test('behavior: a list carries its type, too', () => {
  expect(debug({ type: 'list', items: [uint(1n), uint(2n)] })).toBe(
    'Sequence(List(ListData { data: [UInt(1), UInt(2)], type_signature: ListTypeData { max_len: 2, entry_type: UIntType } }))',
  );
});
