import { expect, test } from 'vitest';
import { hideFunctions, isHiddenFunction } from '#dist/node/stacks/vm/hidden.js';
import { outlineSource } from '#dist/node/stacks/vm/source.js';

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

test('behavior: constants get an accessor each, contracts without functions a private one, others nothing', () => {
  const functions = '(define-public (x) (ok u1))';
  expect(hideFunctions(functions)).toEqual({ source: functions, constants: new Map() });
  const { source, constants } = hideFunctions(`${functions} (define-constant A u1) (define-constant B u2) ;; end`);
  expect([...constants.keys()]).toEqual(['A', 'B']);
  for (const [name, accessor] of constants) {
    expect(source).toContain(`\n(define-read-only (${accessor}) ${name})`);
    expect(isHiddenFunction(accessor)).toBe(true);
  }
  expect(hideFunctions('(print "x")').source).toContain('(define-private (embedded-vm-placeholder) true)');
});

test('behavior: a source that is not closed, or that knows our names, is left alone', () => {
  for (const source of ['(define-constant A u1', '(define-constant A u1) (define-public (embedded-vm-constant-0) (ok u1))']) {
    expect(hideFunctions(source)).toEqual({ source, constants: new Map() });
  }
});
