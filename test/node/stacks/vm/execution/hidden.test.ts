import { expect, test } from 'vitest';
import { CONSTANTS, constantsIn, hideFunctions, isHiddenFunction } from '#dist/node/stacks/vm/execution/hidden.js';
import { outlineSource } from '#dist/node/stacks/vm/execution/source.js';

test('default: the outline of a source', () => {
  const source = `;; (define-constant NO u1)
(define-constant A "(define-constant NO \\" ) u1)")
  (define-map m {a: uint} (list 2 bool)) (print {x: (ok 1)})
(define-public (f (x uint)) (begin (define-constant INNER u1) (ok x)))`;
  expect(outlineSource(source)).toEqual({
    unclosed: undefined,
    definitions: [
      { keyword: 'define-constant', name: 'A' },
      { keyword: 'define-map', name: 'm' },
      { keyword: 'define-public', name: 'f' },
    ],
  });
});

test.each([
  ['(define-public (x) (ok u1)', ')'],
  ['(print {a: 1', '}'],
  ['(ok u1))', undefined],
  ['', undefined],
])('behavior: %j leaves %j open', (source, unclosed) => {
  expect(outlineSource(source).unclosed).toBe(unclosed);
});

test('behavior: constants get a function that tells them, contracts without functions a private one, others nothing', () => {
  const functions = '(define-public (x) (ok u1))';
  expect(hideFunctions(functions)).toBe(functions);
  expect(hideFunctions(`${functions} (define-constant A u1) (define-constant B u2) ;; end`)).toBe(
    `${functions} (define-constant A u1) (define-constant B u2) ;; end\n(define-read-only (${CONSTANTS}) {A: A, B: B})`,
  );
  expect(hideFunctions('(print "x")')).toBe('(print "x")\n(define-private (embedded-vm-placeholder) true)');
  expect([CONSTANTS, 'embedded-vm-placeholder', 'x'].map(isHiddenFunction)).toEqual([true, true, false]);
});

test('behavior: a source that is not closed, or that knows our names, is left alone', () => {
  for (const source of ['(define-constant A u1', `(define-constant A u1) (define-public (${CONSTANTS}) (ok u1))`])
    expect(hideFunctions(source)).toBe(source);
});

test('behavior: constants are taken out of the tuple', () => {
  expect(constantsIn('0c000000020141030142070a09')).toEqual(
    new Map([
      ['A', '03'],
      ['B', '070a09'],
    ]),
  );
  expect(constantsIn('03')).toEqual(new Map());
});
