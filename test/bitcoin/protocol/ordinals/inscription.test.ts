import { expect, test } from 'vitest';
import { inscriptionsOf } from '#dist/bitcoin/protocol/ordinals/inscription.js';

const CONTROL = Uint8Array.of(0xc0, ...new Array(32).fill(7));
const KEY = [32, ...new Array(32).fill(9), 0xac];
const NONE = { contentType: undefined, contentEncoding: undefined, metaprotocol: undefined, body: undefined };

function push(data: string | number[]): number[] {
  const bytes = [...Buffer.from(data as string)];
  return bytes.length < 0x4c ? [bytes.length, ...bytes] : [0x4d, bytes.length & 0xff, bytes.length >> 8, ...bytes];
}

/** OP_FALSE OP_IF "ord" … OP_ENDIF */
function envelope(...parts: number[][]): number[] {
  return [0, 0x63, ...push('ord'), ...parts.flat(), 0x68];
}

function inWitness(...script: number[]): Uint8Array[] {
  return [Uint8Array.of(1), Uint8Array.from([...KEY, ...script]), CONTROL];
}

const text = (body: string) => ({ ...NONE, contentType: 'text/plain', body: Buffer.from(body) });
const TYPE = [...push([1]), ...push('text/plain')];

test('default: content type and body', () => {
  expect(inscriptionsOf(inWitness(...envelope(TYPE, [0], push('hello'))))).toEqual([text('hello')]);
});

test('behavior: a body of several pushes, and fields that are not read', () => {
  const long = 'x'.repeat(520);
  const fields = [...push([2]), ...push([9]), ...push([7]), ...push('brc-20'), ...push([9]), ...push('br'), ...push([15]), 0];
  expect(inscriptionsOf(inWitness(...envelope(fields, TYPE, [0], push(long), push(long), [0], push('end'))))).toEqual([
    { ...text(`${long}${long}end`), metaprotocol: 'brc-20', contentEncoding: 'br' },
  ]);
});

test('behavior: the first value of a tag counts, and numbers are pushes', () => {
  expect(inscriptionsOf(inWitness(...envelope([0x51, ...push('a/b')], TYPE, [0, 0x51, 0x60, 0x4f])))).toEqual([
    { ...NONE, contentType: 'a/b', body: Buffer.from([1, 16, 0x81]) },
  ]);
});

test('behavior: several envelopes, one without a body, and others that are none', () => {
  const script = [
    ...[0, 0x63, ...push('dro'), 0x68], // another protocol
    ...[0, ...envelope(TYPE, [0])], // after an empty push
    ...envelope([0x51]), // a tag without a value
    ...[0, 0x63, ...push('ord'), 0x76, 0x68], // an opcode that pushes nothing
    ...envelope([], [0], push('z')),
    ...[0, 0x63, ...push('ord'), ...envelope(TYPE, [0])], // one that begins inside of another: OP_IF is no push
    ...[0, 0x63, ...push('ord')], // without an end
  ];
  expect(inscriptionsOf(inWitness(...script))).toEqual([text(''), NONE, { ...NONE, body: Buffer.from('z') }]);
});

test('behavior: a script with a push that is cut off has none', () => {
  expect(inscriptionsOf(inWitness(...envelope(TYPE, [0]), 2, 1))).toEqual([]);
});

test('behavior: an annex is no control block', () => {
  const witness = inWitness(...envelope(TYPE, [0], push('a')));
  expect(inscriptionsOf([...witness, Uint8Array.of(0x50, 1)])).toEqual([text('a')]);
});

test('behavior: other witnesses have none', () => {
  const script = Uint8Array.from(envelope(TYPE, [0]));
  for (const witness of [[], [script], [script, Uint8Array.of(0x50)], [Uint8Array.of(0x50)], [new Uint8Array(), new Uint8Array()]])
    expect(inscriptionsOf(witness)).toEqual([]);
});
