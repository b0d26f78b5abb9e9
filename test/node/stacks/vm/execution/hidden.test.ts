import { expect, test } from 'vitest';
import { constantFunction, hideFunctions, isHiddenFunction } from '#dist/node/stacks/vm/execution/hidden.js';
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

test('behavior: each constant gets a function that returns it; contracts without functions get a private one', () => {
  const functions = '(define-public (x) (ok u1))';
  expect(hideFunctions(functions)).toBe(functions);
  const source = `${functions} (define-constant A u1) (define-constant B u2) ;; end`;
  expect(hideFunctions(source)).toBe(`${source}\n(define-read-only (embedded-vm-0) A)\n(define-read-only (embedded-vm-1) B)`);
  expect(['A', 'B', 'x'].map((name) => constantFunction(source, name))).toEqual(['embedded-vm-0', 'embedded-vm-1', undefined]);
  expect(hideFunctions('(print "x")')).toBe('(print "x")\n(define-private (embedded-vm-placeholder) true)');
  expect(['embedded-vm-0', 'embedded-vm-placeholder', 'x'].map(isHiddenFunction)).toEqual([true, true, false]);
});

test('behavior: a source that is not closed, or that uses our names, stays as it is', () => {
  for (const source of ['(define-constant A u1', '(define-constant A u1) (define-public (embedded-vm-0) (ok u1))'])
    expect(hideFunctions(source)).toBe(source);
});
