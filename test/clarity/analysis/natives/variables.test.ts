import { rules } from '../../check.js';

rules('variables', [
  ['(define-data-var v uint u1) (var-get v)', 'uint', 1657],
  ['(var-get v)', "use of unresolved persisted variable 'v'", 551],
  ['(var-get 1)', 'invalid map name', 551],
  ['(var-get)', 'expecting 1 arguments, got 0', 495],
  ['(define-data-var v uint u1) (var-set v u2)', 'bool', 1865],
  ['(define-data-var v uint u1) (var-set v 2)', "expecting expression of type 'uint', found 'int'", 1828],
  ['(define-data-var v uint u1) (var-set v u2 u3)', 'bool', 1948],
  ['(var-set v (+ 1 u1))', "expecting expression of type 'int', found 'uint'", 1053],
  ['(var-set 1 1)', 'invalid map name', 607],
  ['(define-data-var v (optional int) none) (var-set v none)', 'bool', 2507],
  ['(define-data-var v principal tx-sender) (var-set v .a)', 'bool', 2204],
]);
