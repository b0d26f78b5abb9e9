import { expect, test } from 'vitest';
import { isPlaceholder, needsPlaceholder, withPlaceholder } from '#dist/node/stacks/vm/machine/placeholder.js';
import { outlineSource } from '#dist/node/stacks/vm/machine/source.js';

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

test('behavior: contracts without functions or traits need a placeholder', () => {
  const without = ['(print "x")', '(define-constant A u1)', '(define-data-var n uint u0)'];
  const others = ['(define-public (x) (ok u1))', '(define-trait t ((x () (response bool uint))))', '(define-constant A u1'];
  expect(without.map(needsPlaceholder)).toEqual([true, true, true]);
  expect(others.map(needsPlaceholder)).toEqual([false, false, false]);
  expect(withPlaceholder('(print "x")')).toBe('(print "x")\n(define-private (embedded-vm-placeholder) true)');
  expect(['embedded-vm-placeholder', 'x'].map(isPlaceholder)).toEqual([true, false]);
});
