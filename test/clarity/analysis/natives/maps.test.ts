import { rules } from '../../check.js';

rules('maps', [
  ['(define-map m int uint) (map-get? m 1)', '(optional uint)', 1640],
  ['(define-map m int uint) (map-get? m u1)', "expecting expression of type 'int', found 'uint'", 1656],
  ['(define-map m {a: int} uint) (map-get? m {a: 1})', '(optional uint)', 2319],
  ['(map-get? m 1)', "use of unresolved map 'm'", 645],
  ['(map-get? 1 1)', 'invalid map name', 634],
  ['(define-map m int uint) (map-get? m)', 'expecting 2 arguments, got 1', 1266],
  ['(define-map m int uint) (map-get? m 1 2)', 'expecting 2 arguments, got 3', 1374],
  ['(define-map m int uint) (map-set m 1 u2)', 'bool', 1820],
  ['(define-map m int uint) (map-set m 1 2)', "expecting expression of type 'uint', found 'int'", 1783],
  ['(define-map m int uint) (map-insert m u1 2)', "expecting expression of type 'int', found 'uint'", 1891],
  ['(define-map m int uint) (map-insert m 1)', 'expecting >= 3 arguments, got 2', 1548],
  ['(define-map m int uint) (map-delete m 1)', 'bool', 1688],
  ['(define-map m int uint) (map-delete m u1)', "expecting expression of type 'int', found 'uint'", 1705],
  ['(define-map m int (optional uint)) (map-set m 1 none 3)', 'bool', 2362],
  ['(map-set nope foo 1)', "use of unresolved variable 'foo'", 814],
]);
