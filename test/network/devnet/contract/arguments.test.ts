import { Cl } from '@stacks/transactions';
import { clarity } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { readContractAbi } from '#dist/clarity/contract-abi.js';
import { parseClarity, serializedHex } from '#dist/clarity/values.js';
import { readArguments } from '#dist/network/devnet/contract/arguments.js';
import { account, bootDevnet } from '../../../devnet.js';

const ADDRESS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

/** The function `f` with one argument `x` of a type of an interface. */
function taking(type: unknown) {
  const outputs = { type: 'bool' };
  const f = { name: 'f', access: 'public', args: [{ name: 'x', type }], outputs };
  const [fn] = readContractAbi({ functions: [f], variables: [], maps: [], fungible_tokens: [], non_fungible_tokens: [] }).functions;
  if (fn === undefined) throw new RangeError('no function');
  return fn;
}

const uint = 'uint128';
const order = {
  tuple: [
    { name: 'id', type: uint },
    { name: 'note', type: { optional: { 'string-ascii': { length: 3 } } } },
  ],
};

test.each<[string, unknown, unknown, string]>([
  ['a uint', uint, 5n, 'u5'],
  ['a number', uint, 5, 'u5'],
  ['the largest uint', uint, 2n ** 128n - 1n, `u${2n ** 128n - 1n}`],
  ['the least int', 'int128', -(2n ** 127n), `${-(2n ** 127n)}`],
  ['a bool', 'bool', false, 'false'],
  ['bytes', { buffer: { length: 2 } }, Uint8Array.of(1, 2), '0x0102'],
  ['hex', { buffer: { length: 2 } }, '0x0A', '0x0a'],
  ['a Buffer', { buffer: { length: 2 } }, Buffer.of(7), '0x07'],
  ['text', { 'string-ascii': { length: 5 } }, 'a"b', '"a\\"b"'],
  ['characters beyond ASCII', { 'string-utf8': { length: 2 } }, 'é😀', 'u"é😀"'],
  ['an account', 'principal', ADDRESS, `'${ADDRESS}`],
  ['a contract for a trait', 'trait_reference', `${ADDRESS}.x`, `'${ADDRESS}.x`],
  ['nothing', { optional: uint }, undefined, 'none'],
  ['null', { optional: uint }, null, 'none'],
  ['something', { optional: uint }, 1n, '(some u1)'],
  ['a response', { response: { ok: uint, error: 'bool' } }, { err: true }, '(err true)'],
  ['a list', { list: { type: uint, length: 2 } }, [1n, 2], '(list u1 u2)'],
  ['a tuple', order, { id: 1n }, '{id: u1, note: none}'],
  ['a literal', { optional: { optional: uint } }, clarity('(some none)'), '(some none)'],
  ['a literal inside', order, { id: clarity('u3'), note: 'abc' }, '{id: u3, note: (some "abc")}'],
])('default: %s', (_, type, given, expected) => {
  const [value] = readArguments(taking(type), { x: given });
  expect(value && serializedHex(value)).toBe(serializedHex(parseClarity(expected)));
  expect(readArguments(taking(type), [given])).toEqual([value]);
});

test.each<[string, unknown, unknown, string]>([
  ['int', 'int128', Cl.int(-5), '-5'],
  ['uint', uint, Cl.uint(2n ** 128n - 1n), `u${2n ** 128n - 1n}`],
  ['a bool', 'bool', Cl.bool(true), 'true'],
  ['bytes', { buffer: { length: 2 } }, Cl.bufferFromHex('0102'), '0x0102'],
  ['ASCII', { 'string-ascii': { length: 5 } }, Cl.stringAscii('a"b'), '"a\\"b"'],
  ['UTF-8', { 'string-utf8': { length: 2 } }, Cl.stringUtf8('é😀'), 'u"é😀"'],
  ['an account', 'principal', Cl.standardPrincipal(ADDRESS), `'${ADDRESS}`],
  ['a contract', 'trait_reference', Cl.contractPrincipal(ADDRESS, 'x'), `'${ADDRESS}.x`],
  ['none', { optional: uint }, Cl.none(), 'none'],
  ['some', { optional: { optional: uint } }, Cl.some(Cl.none()), '(some none)'],
  ['a response', { response: { ok: uint, error: 'bool' } }, Cl.error(Cl.bool(false)), '(err false)'],
  ['a list', { list: { type: uint, length: 2 } }, Cl.list([Cl.uint(1), Cl.uint(2)]), '(list u1 u2)'],
  ['a tuple', order, Cl.tuple({ note: Cl.some(Cl.stringAscii('abc')), id: Cl.uint(1) }), '{id: u1, note: (some "abc")}'],
  ['a value inside', order, { id: Cl.uint(3), note: 'abc' }, '{id: u3, note: (some "abc")}'],
  [
    'a tuple that only looks like one',
    {
      tuple: [
        { name: 'type', type: uint },
        { name: 'value', type: uint },
      ],
    },
    { type: 1n, value: 2n },
    '{type: u1, value: u2}',
  ],
])('default: of stacks.js, %s', (_, type, given, expected) => {
  const [value] = readArguments(taking(type), [given]);
  expect(value && serializedHex(value)).toBe(serializedHex(parseClarity(expected)));
});

test('error: a value of stacks.js of another type', () => {
  expect(() => readArguments(taking(uint), [Cl.int(5)])).toThrow('x: expected uint, received 5. Write u5.');
  expect(() => readArguments(taking('bool'), [Cl.uint(5)])).toThrow('x: expected bool, received u5.');
  expect(() => readArguments(taking(uint), [{ type: 'uint', value: 'five' }])).toThrow('received an object with type, value');
});

const UINT = 'uint (a bigint from 0 to 2^128-1)';

test.each<[string, unknown, unknown, string]>([
  ['text for a uint', uint, '5', `x: expected ${UINT}, received "5". Write 5n.`],
  ['a fraction', uint, 1.5, `x: expected ${UINT}, received 1.5. A number must be whole and at most 2^53-1.`],
  ['a rounded number', uint, 2 ** 60, `x: expected ${UINT}, received 1152921504606847000. A number must be whole and at most 2^53-1.`],
  ['a negative uint', uint, -1n, `x: expected ${UINT}, received -1.`],
  ['a uint beyond 128 bits', uint, 2n ** 128n, `x: expected ${UINT}, received ${2n ** 128n}.`],
  ['nothing for a uint', uint, undefined, `x: expected ${UINT}, received nothing.`],
  ['1 for a bool', 'bool', 1, 'x: expected bool (true or false), received 1.'],
  [
    'bytes beyond the length',
    { buffer: { length: 2 } },
    Uint8Array.of(1, 2, 3),
    'x: expected (buff 2) (a Uint8Array or hex with 0x, at most 2 bytes), received 3 bytes.',
  ],
  [
    'text for a buffer',
    { buffer: { length: 2 } },
    'ab',
    'x: expected (buff 2) (a Uint8Array or hex with 0x, at most 2 bytes), received "ab". For text, write new TextEncoder().encode(text).',
  ],
  [
    'text beyond the length',
    { 'string-ascii': { length: 2 } },
    'abc',
    'x: expected (string-ascii 2) (a string of at most 2 ASCII characters), received "abc". It has 3 characters.',
  ],
  [
    'text beyond ASCII',
    { 'string-ascii': { length: 9 } },
    'aé',
    'x: expected (string-ascii 9) (a string of at most 9 ASCII characters), received "aé". Character 2 is not printable ASCII.',
  ],
  [
    'half a character',
    { 'string-utf8': { length: 9 } },
    '\ud800',
    'x: expected (string-utf8 9) (a string of at most 9 characters), received "\\ud800". It has half of a surrogate pair.',
  ],
  [
    'a mistyped principal',
    'principal',
    ADDRESS.toLowerCase(),
    `x: expected principal (an address such as ST…, or a contract such as ST….name), received "${ADDRESS.toLowerCase()}".`,
  ],
  [
    'an account for a trait',
    'trait_reference',
    ADDRESS,
    `x: expected trait (a contract such as ST….name), received "${ADDRESS}". This is an account. A trait takes a contract.`,
  ],
  [
    'both sides of a response',
    { response: { ok: uint, error: uint } },
    { ok: 1n, err: 1n },
    'x: expected (response uint uint) ({ ok: … } or { err: … }), received an object with ok, err.',
  ],
  ['a wrong side', { response: { ok: uint, error: uint } }, { err: true }, `x.err: expected ${UINT}, received true.`],
  [
    'a long list',
    { list: { type: uint, length: 1 } },
    [1n, 2n],
    'x: expected (list 1 uint) (an array of at most 1 elements), received a list of 2.',
  ],
  ['an item of a list', { list: { type: order, length: 3 } }, [{ id: 1n }, { id: null }], `x[1].id: expected ${UINT}, received null.`],
  ['an unknown field', order, { id: 1n, nota: 'a' }, 'x.nota: unknown field; did you mean x.note?'],
  [
    'a tuple that is a list',
    order,
    [1n],
    'x: expected (tuple (id uint) (note (optional (string-ascii 3)))) (an object with id, note), received a list of 1.',
  ],
  ['a literal of another type', uint, clarity('5'), 'x: expected uint, received 5. Write u5.'],
  ['a literal without some', { optional: uint }, clarity('u5'), 'x: expected (optional uint), received u5. Write (some u5).'],
  ['a literal of ASCII', { 'string-utf8': { length: 5 } }, clarity('"a"'), 'x: expected (string-utf8 5), received "a". Write u"a".'],
  ['a list of another type', { list: { type: uint, length: 3 } }, clarity('(list 1 2)'), 'x[0]: expected uint, received 1. Write u1.'],
  [
    'a literal without a field',
    order,
    clarity('{id: u1}'),
    'x: expected (tuple (id uint) (note (optional (string-ascii 3)))), received {id: u1}.',
  ],
])('error: %s', (_, type, given, message) => {
  const fn = taking(type);
  for (const args of [{ x: given }, [given]]) {
    expect(() => readArguments(fn, args)).toThrow(
      expect.objectContaining({
        name: 'DevnetError',
        code: 'INVALID_INPUT',
        message: expect.stringContaining(`${message} The function is (f (x `),
      }),
    );
  }
});

test.each<[string, unknown, string]>([
  ['an unknown name', { xx: 1n }, 'xx: unknown argument of f; did you mean x? The function is (f (x uint)).'],
  ['too many', [1n, 2n], 'args: expected 1 argument, received a list of 2. The function is (f (x uint)).'],
  ['text', 'u1', 'args: expected an object with the arguments by name, or an array of them, received "u1". The function is (f (x uint)).'],
])('error: %s', (_, args, message) => {
  expect(() => readArguments(taking(uint), args)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', message }));
});

test('error: secrets stay out of messages', async () => {
  await using devnet = await bootDevnet();
  const given = account(devnet, 'wallet_1');
  for (const value of [given, given.privateKey, given.mnemonic]) {
    expect(() => readArguments(taking('principal'), [value])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(given.privateKey.slice(0, 8)) }),
    );
  }
  expect(() => readArguments(taking('principal'), [given])).toThrow(/received an object with name, .*account\.stx\.address/);
});
