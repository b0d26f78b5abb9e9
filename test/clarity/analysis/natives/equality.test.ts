import { rules } from '../../check.js';

rules('equality: all arguments have a common type', [
  ['(is-eq 1 1)', 'bool', 813],
  ['(is-eq 1)', 'bool', 632],
  ['(is-eq)', 'expecting >= 1 arguments, got 0', 441],
  ['(is-eq 1 u1)', "expecting expression of type 'uint', found 'int'", 830],
  ['(is-eq none (some 1))', 'bool', 1346],
  ['(is-eq (some 1) none (some u1) true)', "expecting expression of type '(optional uint)', found '(optional int)'", 2030],
  ['(is-eq "a" "abc" "ab")', 'bool', 2605],
  ['(is-eq {a: 1, b: 2} {a: 1})', 'bool', 2995],
  ['(is-eq {a: 1} {a: 1, b: 2})', "expecting expression of type '(tuple (a int) (b int))', found '(tuple (a int))'", 2533],
  ['(is-eq (list) (list 1) (list none))', "expecting expression of type '(list 1 (optional UnknownType))', found '(list 1 int)'", 3464],
  ['(is-eq .a tx-sender)', 'bool', 1071],
  ['(is-eq (ok 1) (err u1) (ok true))', "expecting expression of type '(response bool UnknownType)', found '(response int uint)'", 2283],
]);
