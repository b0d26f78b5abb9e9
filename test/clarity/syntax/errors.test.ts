import { expect, test } from 'vitest';
import { check, DEPLOYER } from '../check.js';

/** The text that a node reports, where the error is, and what parsing cost until then. */
function errorOf(source: string): readonly [source: string, vmError: string | undefined, line: string, runtime: number] {
  const { failure, costs } = check(source);
  const { startLine, startColumn, endLine, endColumn } = failure?.span ?? { startLine: 0, startColumn: 0, endLine: 0, endColumn: 0 };
  return [source, failure?.vmError, `${startLine}:${startColumn}-${endLine}:${endColumn}`, costs.runtime];
}

type Row = ReturnType<typeof errorOf>;

function errors(title: string, rows: readonly Row[]): void {
  test(title, () => {
    expect(rows.map(([source]) => errorOf(source))).toEqual(rows);
  });
}

errors('lexer: numbers and bytes', [
  ['(print 1a)', "invalid character, 'a', in int literal", '1:9-1:9', 351],
  ['0a', "invalid character, 'a', in int literal", '1:2-1:2', 135],
  ['u1a', "invalid character, 'a', in uint literal", '1:3-1:3', 162],
  ['0x123', 'invalid buffer length, 3', '1:1-1:5', 216],
  ['0xzz', "invalid character, 'z', in buffer", '1:3-1:4', 189],
  ['0x1z', "invalid character, 'z', in buffer", '1:4-1:4', 189],
]);

errors('lexer: strings', [
  ['"abc', "expected closing '\"'", '1:5-1:5', 189],
  ['"a\nb"', "expected closing '\"'", '1:3-1:3', 216],
  ['u"a', "expected closing '\"'", '1:4-1:4', 162],
  ['"a\\q"', "unknown escape character, 'q'", '1:3-1:4', 216],
  ['u"a\\q"', "unknown escape character, 'q'", '1:4-1:5', 243],
  ['u"\\u41"', 'invalid UTF8 encoding', '1:5-1:5', 270],
  ['u"\\u{}"', 'empty UTF8 encoding', '1:5-1:6', 270],
  ['u"\\u{d800}"', 'invalid UTF8 encoding', '1:4-1:11', 378],
  ['u"\\u{110000}"', 'invalid UTF8 encoding', '1:4-1:13', 432],
  ['u"\\u{4x}"', "invalid character, 'x', in UTF8 encoding", '1:7-1:7', 324],
  ['u"\\u{41"', "unterminated UTF8 encoding, missing '}'", '1:8-1:8', 297],
]);

errors('lexer: names, comments and other characters', [
  ['a~b', "invalid character, '~', in identifier", '1:2-1:3', 162],
  ['<a', "expected closing '>'", '1:3-1:3', 135],
  ['<a!>', "invalid character, '!', in trait identifier", '1:3-1:4', 189],
  ["'notaprincipal", "invalid character, 'n', in principal literal", '1:2-1:14', 459],
  ['(+1 2)', 'expected separator', '1:3-1:3', 243],
  [';one', 'unexpected single \';\' (comments begin with ";;"', '1:1-1:1', 189],
  ['~', "unknown symbol, '~'", '1:1-1:1', 108],
  ['(a\r\n)', "unsupported line-ending '\\r', only '\\n' is supported", '1:3-1:3', 216],
  [';; \u00e9', "illegal non-ASCII character, '\u00e9'", '1:4-1:4', 216],
  ['u"\u{1f600}"', "illegal non-ASCII character, '\u{1f600}'", '1:3-1:3', 270],
]);

errors('parser: lists', [
  ['(foo', "expected closing ')'", '1:5-1:5', 189],
  ['(a))', "unexpected ')'", '1:4-1:4', 189],
  ['(a ,)', "unexpected ','", '1:4-1:4', 216],
  ['(a (b)(c))', 'expected whitespace before expression', '1:7-1:9', 351],
  ['(a.b)', 'expected whitespace before expression', '1:3-1:4', 216],
]);

errors('parser: tuples', [
  ['{a: 1', "expected closing '}'", '1:6-1:6', 216],
  ['{a 1}', "expected ':' after key in tuple", '1:4-1:4', 216],
  ['{a', "expected ':' after key in tuple", '1:3-1:3', 135],
  ['{a:', 'expected value expression for tuple', '1:3-1:3', 162],
  ['{a: 1 b: 2}', "expected ',' separating key-value pairs in tuple", '1:7-1:7', 378],
  ['{,}', "unexpected ','", '1:2-1:2', 162],
]);

errors('parser: values and names', [
  ['170141183460469231731687303715884105728', "Failed to parse int literal '170141183460469231731687303715884105728'", '1:1-1:39', 1134],
  ['-170141183460469231731687303715884105729', "Failed to parse int literal '-170141183460469231731687303715884105729'", '1:1-1:40', 1161],
  ['u340282366920938463463374607431768211456', "Failed to parse uint literal 'u340282366920938463463374607431768211456'", '1:1-1:40', 1161],
  ['"\\0"', 'illegal ascii string "\0"', '1:1-1:4', 189],
  ["'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGN", 'invalid principal literal', '1:1-1:42', 1215],
  ['.', 'expected contract identifier', '1:2-1:2', 108],
  ['.a.1', 'expected trait identifier', '1:4-1:4', 189],
  ['.a!', "Illegal contract name: 'a!'", '1:2-1:3', 162],
]);

errors('traits', [
  ['(define-trait t)', '(define-trait ...) expects a trait name and a trait definition', '1:1-1:16', 585],
  ['(use-trait t .a)', '(use-trait ...) expects a trait name and a trait identifier', '1:1-1:16', 585],
  ['(impl-trait x)', '(impl-trait ...) expects a trait identifier', '1:1-1:14', 531],
  ['(define-data-var x <t> 1)', 'trait references can not be stored', '1:20-1:22', 828],
  ['(define-private (f (x <t>)) 1)', ':0:0: use of undeclared trait <t>', '1:23-1:25', 963],
  ['<t>', 'use of undeclared trait <t>', '1:1-1:3', 234],
  ['(define-trait t ()) (define-trait t ())', "defining 't' conflicts with previous value", '1:35-1:35', 1206],
]);

test('names have 128 characters, those of contracts 40', () => {
  expect(check(`(define-constant ${'a'.repeat(128)} 1)`).failure).toBeUndefined();
  expect(check('a'.repeat(129)).failure?.message).toBe(`illegal name (too long), '${'a'.repeat(129)}'`);
  expect(check(`<${'a'.repeat(129)}>`).failure?.message).toBe(`illegal name (too long), '${'a'.repeat(129)}'`);
  expect(check(`.${'a'.repeat(40)}`).failure).toBeUndefined();
  expect(check(`.${'a'.repeat(41)}`).failure?.message).toBe(`contract name '${'a'.repeat(41)}' is too long`);
  expect(check(`'${DEPLOYER}.a.${'t'.repeat(129)}`).failure?.message).toBe(`illegal name (too long), '${'t'.repeat(129)}'`);
});

test('an error of the lexer anywhere comes before one of the parser', () => {
  expect(check('(foo\n~').failure?.message).toBe("unknown symbol, '~'");
});

test('strings have a megabyte', () => {
  expect(check(`"${'a'.repeat(1_048_576)}"`).failure).toBeUndefined();
  expect(check(`"${'a'.repeat(1_048_577)}"`).failure?.name).toBe('IllegalASCIIString');
  expect(check(`0x${'aa'.repeat(1_048_577)}`).failure?.message).toBe('invalid hex-string literal');
  expect(check(`u"${'a'.repeat(262_144)}"`).failure).toBeUndefined();
  expect(check(`u"${'a'.repeat(262_145)}"`).failure?.name).toBe('Unreachable');
});
