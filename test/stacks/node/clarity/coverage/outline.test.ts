import { expect, test } from 'vitest';
import { outlineContract } from '#dist/stacks/node/clarity/coverage/outline.js';
import { check } from '../../../../clarity/check.js';

const outline = (source: string) => outlineContract(check(source).expressions);

const SOURCE = `;; a comment with ( and "
(define-constant TEXT "a ) in text") (define-data-var n uint u0)
(define-public ;; why
  (add (a uint) (b { x: (list 2 uint) }))
  (begin ;; first
    (print "\\" )") (ok
      a)))
(define-private (size (a (optional uint)))
  (match a found
    (+ found u1)
    u0))
(print
  (size none))
`;

test('default: functions, and the lines with code of functions and of what the deploy executes', () => {
  const { functions, lines } = outline(SOURCE);
  expect(functions).toEqual([
    { name: 'add', first: 3, last: 7 },
    { name: 'size', first: 8, last: 11 },
  ]);
  expect(lines.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});

test('behavior: branches are the ways of if and match, and the operands of and, or and asserts!', () => {
  const { branches } = outline(`(define-public (go (n uint) (o (optional uint)))
  (begin
    (asserts! (and (> n u1) (or (< n u9) false)) (err u1))
    (ok (if (> n u5) u1
      (match o found (+ found u1) u2)))))`);
  expect(branches.map(({ line, block, branch }) => [line, block, branch])).toEqual([
    [3, 0, 0],
    [3, 0, 1],
    [3, 1, 0],
    [3, 1, 1],
    [3, 2, 0],
    [3, 2, 1],
    [4, 0, 0],
    [5, 0, 1],
    [5, 1, 0],
    [5, 1, 1],
  ]);
});
