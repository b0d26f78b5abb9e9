import { expect, test } from 'vitest';
import { LineReader } from '#dist/bitcoin/electrum/lines.js';

test('default: lines in several chunks, several lines in a chunk, a character in two', () => {
  const reader = new LineReader(100);
  const bytes = Buffer.from('{"a":"é"}\n\r\n[1]\n{');
  expect([reader.push(bytes.subarray(0, 7)), reader.push(bytes.subarray(7)), reader.push(Buffer.from('}\n'))]).toEqual([
    [],
    ['{"a":"é"}', '[1]'],
    ['{}'],
  ]);
});

test('error: a line that is too long, also in small chunks', () => {
  const reader = new LineReader(10);
  expect(reader.push(Buffer.from('0123456789\n'))).toEqual(['0123456789']);
  expect(() => {
    for (let byte = 0; byte < 11; byte++) reader.push(Buffer.from('a'));
  }).toThrow(RangeError);
});
