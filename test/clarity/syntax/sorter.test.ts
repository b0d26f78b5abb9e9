import { expect, test } from 'vitest';
import { type Checked, check } from '../check.js';
import { treeOf } from './tree.js';

/** Returns the names of definitions in the order in which they are analysed, or what is wrong with them. */
function orderOf(source: string): string {
  const { expressions, failure } = check(source);
  return failure?.message ?? expressions.map(nameOf).join(' ');
}

function nameOf(expression: Checked['expressions'][number]): string {
  return treeOf(expression).match(/^\d+\(\d+[\w-]+ (?:\d+\()?\d+([\w-]+)/)?.[1] ?? '-';
}

test('definitions come before what mentions them, else in the order of the source', () => {
  expect(orderOf('(define-private (a) 1) (define-private (b) 2)')).toBe('a b');
  expect(orderOf('(define-private (a) (b)) (define-private (b) (c)) (define-private (c) 1)')).toBe('c b a');
  expect(orderOf('(f) (define-private (f) k) (define-constant k 1)')).toBe('k f -');
  expect(orderOf('(define-data-var v int k) (define-constant k 1)')).toBe('k v');
  expect(orderOf('(define-fungible-token t k) (define-constant k u1)')).toBe('k t');
});

test('names of parameters, fields and variables are no mentions', () => {
  expect(orderOf('(define-private (a (b int)) 1) (define-private (b) 1)')).toBe('a b');
  expect(orderOf('(define-private (a) (get b {b: 1})) (define-private (b) 1)')).toBe('a b');
  expect(orderOf('(define-private (a) (let ((b 1)) 2)) (define-private (b) (a))')).toBe('a b');
  expect(orderOf('(define-private (a) (tuple (b 1))) (define-private (b) 1)')).toBe('a b');
  expect(orderOf('(define-map a {b: int} int) (define-private (b) 1)')).toBe('a b');
});

test('cycles are reported with all that use them', () => {
  expect(orderOf('(define-private (a) (b)) (define-private (b) (a))')).toBe('detected interdependent functions (a, b)');
  expect(orderOf('(define-private (a) (a))')).toBe('detected interdependent functions (a)');
  expect(orderOf('(define-private (z) (a)) (define-private (a) (b)) (define-private (b) (a))')).toBe(
    'detected interdependent functions (a, b, z)',
  );
  expect(orderOf('(define-private (x) (match (some 1) x x 2))')).toBe('detected interdependent functions (x)');
  expect(orderOf('(define-private (a) (b)) (define-private (b) (a)) (a)')).toBe('detected interdependent functions (a, b)');
});

test('a comment before the name of a definition hides it', () => {
  expect(orderOf('(define-private (a) (b)) (define-private ;; c\n (b) 1)')).toBe("use of unresolved function 'b'");
  expect(orderOf('(define-private (a) {;; c\n x: (b)}) (define-private (b) 1)')).toBe("use of unresolved function 'b'");
  expect(orderOf('(define-private (a) (begin ;; c\n (b))) (define-private (b) 1)')).toBe('b a');
});

test('a chain of 20,000 definitions is sorted', () => {
  const count = 20_000;
  const source = Array.from({ length: count }, (_, index) => `(define-constant k${index} ${index + 1 < count ? `k${index + 1}` : 1})`);
  const { expressions, failure } = check(source.join('\n'));
  expect(failure).toBeUndefined();
  expect(nameOf(expressions[0] as Checked['expressions'][number])).toBe(`k${count - 1}`);
});
