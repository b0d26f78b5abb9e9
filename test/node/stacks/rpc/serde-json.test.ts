import { expect, test } from 'vitest';
import { parseStruct } from '#dist/node/stacks/rpc/serde-json.js';

const STRUCT = { name: 'Body', fields: { count: 'optional-u64', text: 'string', list: 'strings', note: 'optional-string' } } as const;
const parse = (json: string) => parseStruct(Buffer.from(json), STRUCT);

test('default: an object, unknown keys ignored', () => {
  expect(parse('{"other":[1,{"a":null}],"text":"caf\\u00e9 \\n","list":["a","b"],"count":18446744073709551615}')).toEqual({
    text: 'café \n',
    list: ['a', 'b'],
    count: 18446744073709551615n,
  });
  expect(parse(' {"count":null , "text":"é", "list":[], "note":"n"} ')).toEqual({ text: 'é', list: [], note: 'n' });
});

test('behavior: what is skipped may be of any depth', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(parse(`{"other":${deep},"text":"x","list":[]}`)).toEqual({ text: 'x', list: [] });
});

test('behavior: an array holds the fields in order', () => {
  expect(parse('[7,"x",["y"],"z"]')).toEqual({ count: 7n, text: 'x', list: ['y'], note: 'z' });
});

test.each([
  ['', 'EOF while parsing a value at line 1 column 0'],
  ['{', 'EOF while parsing an object at line 1 column 1'],
  ['{}', 'missing field `text` at line 1 column 2'],
  ['"x"', 'invalid type: string "x", expected struct Body at line 1 column 3'],
  ['{\n "text": 7}', 'invalid type: integer `7`, expected a string at line 2 column 10'],
  ['{"text":"a","text":"b"}', 'duplicate field `text` at line 1 column 18'],
  ['{"count":-1}', 'invalid value: integer `-1`, expected u64 at line 1 column 11'],
  ['{"text":"a",}', 'trailing comma at line 1 column 13'],
  ['{"text" "a"}', 'expected `:` at line 1 column 9'],
  ['{5:1}', 'key must be a string at line 1 column 2'],
  ['{"other":[1,]}', 'expected value at line 1 column 13'],
  ['{"other":{"a":1,}}', 'key must be a string at line 1 column 17'],
  ['{"other":[[1}', 'expected `,` or `]` at line 1 column 13'],
  ['{"count":1e}', 'invalid number at line 1 column 12'],
  ['{"text":"\\ud800"}', 'unexpected end of hex escape at line 1 column 16'],
  ['{"text":"\\x"}', 'invalid escape at line 1 column 11'],
  ['["x"]', 'invalid type: string "x", expected u64 at line 1 column 4'],
  ['{"text":"a","list":[1]}', 'invalid type: integer `1`, expected a string at line 1 column 21'],
])('error: %s', (json, message) => {
  expect(() => parse(json)).toThrow(expect.objectContaining({ name: 'SerdeError', message }));
});
