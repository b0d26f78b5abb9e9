import { expect, test } from 'vitest';
import { argumentError, findFunction, parseAbiType } from '#dist/chains/stacks/codec/contract/abi.js';
import { parseValueHex } from '#dist/chains/stacks/codec/value/value-reader.js';

const uint = (value: number) => `01${value.toString(16).padStart(32, '0')}`;
const contract = `061a${'11'.repeat(20)}0178`;
const account = `051a${'11'.repeat(20)}`;

/** Whether these hex values may be given for these types of a contract interface. */
function check(values: string[], types: unknown[], traitError?: string): string | undefined {
  const args = values.map((hex) => {
    const value = parseValueHex(hex);
    if (value === undefined) throw new Error(`not a value: ${hex}`);
    return value;
  });
  return argumentError(args, types.map(parseAbiType), () => traitError);
}

test('default: arguments that fit', () => {
  expect(check([], [])).toBeUndefined();
  expect(check([uint(1), '03', '0200000001ff'], ['uint128', 'bool', { buffer: { length: 4 } }])).toBeUndefined();
  expect(check(['09', `0a${uint(1)}`], [{ optional: 'uint128' }, { optional: 'uint128' }])).toBeUndefined();
  expect(check(['0b00000000'], [{ list: { type: 'int128', length: 3 } }])).toBeUndefined();
  expect(check([`07${uint(1)}`], [{ response: { ok: 'uint128', error: 'bool' } }])).toBeUndefined();
  expect(check([account, contract], ['principal', 'principal'])).toBeUndefined();
  expect(check([contract], ['trait_reference'])).toBeUndefined();
});

test('error: the number of arguments', () => {
  expect(check([], ['uint128'])).toBe('IncorrectArgumentCount(1, 0)');
  expect(check([uint(1), uint(2)], ['uint128'])).toBe('IncorrectArgumentCount(1, 2)');
});

test('error: their types, printed as Rust prints them', () => {
  expect(check(['03'], ['uint128'])).toBe('TypeError(UIntType, BoolType)');
  expect(check(['0200000002ffff'], [{ buffer: { length: 1 } }])).toBe(
    'TypeError(SequenceType(BufferType(BufferLength(1))), SequenceType(BufferType(BufferLength(2))))',
  );
  expect(check(['0d0000000161'], [{ 'string-utf8': { length: 4 } }])).toBe(
    'TypeError(SequenceType(StringType(UTF8(StringUTF8Length(4)))), SequenceType(StringType(ASCII(BufferLength(1)))))',
  );
  expect(check(['0a03'], [{ optional: 'uint128' }])).toBe('TypeError(UIntType, BoolType)');
  expect(check(['0b000000020303'], [{ list: { type: 'bool', length: 1 } }])).toBe(
    'TypeError(SequenceType(ListType(ListTypeData { max_len: 1, entry_type: BoolType })), ' +
      'SequenceType(ListType(ListTypeData { max_len: 2, entry_type: BoolType })))',
  );
  expect(check(['0c00000001016103'], [{ tuple: [{ name: 'b', type: 'bool' }] }])).toBe(
    'TypeError(TupleType(TupleTypeSignature { "b": bool,}), TupleType(TupleTypeSignature { "a": bool,}))',
  );
  expect(check([contract], ['trait_reference'], 'NoSuchContract("ST….x")')).toBe('NoSuchContract("ST….x")');
  expect(check([account], ['trait_reference'])).toMatch(/^TypeError\(CallableType\(Trait\(/);
});

test('behavior: finds functions by name', () => {
  const contractInterface = {
    functions: [{ name: 'f', access: 'public', args: [{ name: 'a', type: 'int128' }], outputs: { type: 'bool' } }],
    variables: [],
    maps: [],
    fungible_tokens: [],
    non_fungible_tokens: [],
    epoch: 'Epoch34',
    clarity_version: 'Clarity5',
  };
  expect(findFunction(contractInterface, 'f')).toEqual({ name: 'f', access: 'public', args: [{ kind: 'int' }], returns: { kind: 'bool' } });
  expect(findFunction(contractInterface, 'g')).toBeUndefined();
});
