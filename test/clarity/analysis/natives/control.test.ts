import { rules } from '../../check.js';

rules('if: arms have a common type', [
  ['(if true 1 2)', 'int', 894],
  ['(if true none (some 1))', '(optional int)', 1315],
  ['(if true (ok 1) (err u1))', '(response int uint)', 1490],
  ['(if true 1 u1)', "expression types returned by the arms of 'if' must match (got 'int' and 'uint')", 911],
  ['(if 1 1 2)', "expecting expression of type 'bool', found 'int'", 642],
  ['(if true 1)', 'expecting 3 arguments, got 2', 553],
  ['(if true .a .b)', 'principal', 948],
  [
    '(if true {a: 1, b: 2} {a: 1})',
    "expression types returned by the arms of 'if' must match (got '(tuple (a int) (b int))' and '(tuple (a int))')",
    2275,
  ],
  ['(if true {a: 1} {a: 1, b: 2})', '(tuple (a int))', 2288],
  ['(if true (list) (list u1))', '(list 1 uint)', 1848],
]);

rules('begin: responses before the last statement must be checked', [
  ['(begin 1)', 'int', 518],
  ['(begin)', 'expecting >= 1 arguments, got 0', 441],
  ['(begin (ok 1) 2)', 'intermediary responses in consecutive statements must be checked', 732],
  ['(begin (ok 1) (foo))', "use of unresolved function 'foo'", 693],
  ['(begin 1 (ok 2))', '(response int UnknownType)', 744],
  ['(begin (ok 1) (+ 1 u1))', "expecting expression of type 'int', found 'uint'", 1167],
  ['(begin (some (ok 1)) 1)', 'int', 954],
]);

rules('let: names are free in the contract and around', [
  ['(let ((x 1)) x)', 'int', 798],
  ['(let ((x 1) (y x)) (+ x y))', 'int', 1509],
  ['(let () 1)', 'int', 559],
  ['(let ((x 1)))', 'expecting >= 2 arguments, got 1', 504],
  ['(let x 1)', "invalid syntax of 'let'", 396],
  ['(let (x) 1)', 'invalid syntax binding: Let-binding item #1 is not a list', 450],
  ['(let ((x)) 1)', 'invalid syntax binding: Let-binding item #1 is not a two-element list', 504],
  ['(let ((x 1 2)) 1)', 'invalid syntax binding: Let-binding item #1 is not a two-element list', 612],
  ['(let ((1 2)) 1)', "invalid syntax binding: Let-binding item #1's name is not an atom", 679],
  ['(let ((x 1) (x 2)) x)', "defining 'x' conflicts with previous value", 918],
  ['(let ((x 1)) (let ((x 2)) x))', "defining 'x' conflicts with previous value", 1153],
  ['(define-constant x 1) (let ((x 2)) x)', "defining 'x' conflicts with previous value", 1493],
  ['(let ((true 1)) true)', 'bool', 948],
  ['(let ((map 1)) map)', 'int', 906],
  ['(let ((block-height 1)) 1)', 'block-height is a reserved word', 976],
  ['(let ((x (ok 1))) (unwrap-panic x) 3)', 'int', 1451],
  ['(let ((x 1)) (ok 1) 2)', 'intermediary responses in consecutive statements must be checked', 986],
  ['(let ((x y)) x)', "use of unresolved variable 'y'", 707],
]);

rules('match: of optionals', [
  ['(match (some 1) x x 2)', 'int', 1119],
  ['(match (some 1) x (some x) none)', '(optional int)', 1540],
  [
    '(match none x x 2)',
    'attempted to match on an (optional) or (response) type where either the some, ok, or err type is ' +
      'indeterminate. you may wish to use unwrap-panic or unwrap-err-panic instead.',
    773,
  ],
  ['(match (some 1) x x u2)', "expression types returned by the arms of 'match' must match (got 'int' and 'uint')", 1136],
  [
    '(match (some 1) x x)',
    'match on a optional type uses the following syntax: (match input some-name if-some-expression ' +
      'if-none-expression). Caused by: expecting 4 arguments, got 3',
    830,
  ],
  [
    '(match (some 1) x x 2 3)',
    'match on a optional type uses the following syntax: (match input some-name if-some-expression ' +
      'if-none-expression). Caused by: expecting 4 arguments, got 5',
    942,
  ],
  ['(match (some 1) (x) x 2)', "use of unresolved function 'x'", 801],
  ['(match (some 1) tx-sender 1 2)', 'int', 1308],
  ['(let ((x 1)) (match (some 1) x x 2))', "defining 'x' conflicts with previous value", 1420],
  ['(match 1 x x 2)', "match requires an input of either a response or optional, found input: 'int'", 676],
  ['(match)', 'expecting >= 1 arguments, got 0', 441],
  ['(match (some {a: 1}) t (get a t) 0)', 'int', 1554],
]);

rules('match: of responses', [
  ['(match (if true (ok 1) (err u2)) x x e 3)', 'int', 2228],
  [
    '(match (ok 1) x x e 2)',
    'attempted to match on an (optional) or (response) type where either the some, ok, or err type is ' +
      'indeterminate. you may wish to use unwrap-panic or unwrap-err-panic instead.',
    889,
  ],
  [
    '(match (err 1) x x e 2)',
    'attempted to match on an (optional) or (response) type where either the some, ok, or err type is ' +
      'indeterminate. you may wish to use unwrap-panic or unwrap-err-panic instead.',
    916,
  ],
  ['(match (if true (ok 1) (err u2)) x x e e)', "expression types returned by the arms of 'match' must match (got 'int' and 'uint')", 2245],
  [
    '(match (if true (ok 1) (err u2)) x x e)',
    'match on a result type uses the following syntax: (match input ok-name if-ok-expression err-name ' +
      'if-err-expression). Caused by: expecting 5 arguments, got 4',
    1879,
  ],
  [
    '(match (if true (ok 1) (err u2)) x x 4 e)',
    'match on a result type uses the following syntax: (match input ok-name if-ok-expression err-name ' +
      'if-err-expression). Caused by: expected a name argument to this function',
    1935,
  ],
  ['(match (if true (ok 1) (err u2)) x (+ x 1) x 2)', 'int', 2646],
]);

rules('options: construction', [
  ['(ok 1)', '(response int UnknownType)', 444],
  ['(err u1)', '(response UnknownType uint)', 498],
  ['(some none)', '(optional (optional UnknownType))', 595],
  ['(ok)', 'expecting 1 arguments, got 0', 360],
  ['(some 1 2)', 'expecting 1 arguments, got 2', 526],
  ['(err (ok 1))', '(response UnknownType (response int UnknownType))', 630],
  ['(is-ok (ok 1))', 'bool', 679],
  ['(is-err (some 1))', "expecting expression of type 'response', found '(optional int)'", 749],
  ['(is-some none)', 'bool', 673],
  ['(is-none 1)', "expecting expression of type 'optional', found 'int'", 566],
  ['(is-none)', 'expecting 1 arguments, got 0', 495],
]);

rules('options: default-to', [
  ['(default-to 1 (some 2))', 'int', 1157],
  ['(default-to 1 none)', 'int', 1044],
  ['(default-to u1 (some 2))', "expression types passed in 'default-to' must match (got 'uint' and 'int')", 1174],
  ['(default-to 1 2)', "expecting expression of type 'optional', found 'int'", 824],
  ['(default-to 1)', 'expecting 2 arguments, got 1', 632],
  ['(default-to (list) (some (list 1)))', '(list 1 int)', 2089],
]);

rules('options: taking the value', [
  ['(unwrap-panic (some 1))', 'int', 921],
  ['(unwrap-panic (ok 1))', 'int', 868],
  ['(unwrap-panic (err 1))', "attempted to obtain 'ok' value from response, but 'ok' type is indeterminate", 885],
  ['(unwrap-panic none)', "attempted to obtain 'ok' value from response, but 'ok' type is indeterminate", 798],
  ['(unwrap-panic 1)', "expecting expression of type 'optional' or 'response', found 'int'", 701],
  ['(unwrap-err-panic (err u1))', 'uint', 1030],
  ['(unwrap-err-panic (ok 1))', "attempted to obtain 'err' value from response, but 'err' type is indeterminate", 966],
  ['(unwrap-err-panic (some 1))', "expecting expression of type 'response', found '(optional int)'", 1019],
  ['(unwrap! (some 1) 2)', 'int', 967],
  ['(unwrap! 1 2)', "expecting expression of type 'optional' or 'response', found 'int'", 747],
  ['(unwrap! (some 1))', 'expecting 2 arguments, got 1', 744],
  ['(unwrap-err! (err 1) 2)', 'int', 1049],
  ['(try! (some 1))', 'int', 932],
  ['(try! none)', "attempted to obtain 'ok' value from response, but 'ok' type is indeterminate", 582],
  ['(try! (ok 1))', "attempted to obtain 'err' value from response, but 'err' type is indeterminate", 642],
  ['(try! (err 1))', "attempted to obtain 'ok' value from response, but 'ok' type is indeterminate", 669],
  ['(try! (if true (ok 1) (err u1)))', 'int', 2038],
  ['(try! 1)', "expecting expression of type 'optional' or 'response', found 'int'", 485],
  ['(asserts! true 1)', 'bool', 989],
  ['(asserts! 1 2)', "expecting expression of type 'bool', found 'int'", 748],
  ['(asserts! true)', 'expecting 2 arguments, got 1', 659],
]);
