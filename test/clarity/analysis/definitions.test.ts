import { rules } from '../check.js';

rules('forms', [
  ['(define-constant x 1)', 'defined', 893],
  ['(define-constant x)', 'expecting 2 arguments, got 1', 666],
  ['(define-constant 1 2)', 'expected a name argument to this function', 720],
  ['(define-private (f) 1)', 'defined', 922],
  ['(define-private f 1)', 'invalid function definition', 693],
  ['(define-private () 1)', 'invalid function definition', 720],
  ['(define-private (1) 1)', 'invalid function name', 747],
  ['(define-private (f))', 'expecting 2 arguments, got 1', 693],
  ['(define-public (f) (ok 1))', 'defined', 1054],
  ['(define-public (f) 1)', "public functions must return an expression of type 'response', found 'int'", 895],
  ['(define-read-only (f (a int)) a)', 'defined', 1226],
  ['(define-data-var v int 1)', 'defined', 1116],
  ['(define-data-var v int u1)', "expecting expression of type 'int', found 'uint'", 1073],
  ['(define-data-var v nope 1)', 'invalid variable definition', 959],
  ['(define-data-var v int)', 'expecting 3 arguments, got 2', 774],
  ['(define-map m int int)', 'defined', 912],
  ['(define-map m int nope)', 'invalid map definition', 878],
  ['(define-map m int)', 'expecting 3 arguments, got 2', 639],
  ['(define-fungible-token t)', 'defined', 988],
  ['(define-fungible-token t u1)', 'defined', 1195],
  ['(define-fungible-token t 1)', "expecting expression of type 'uint', found 'int'", 1098],
  ['(define-fungible-token t u1 u2)', 'expecting 1 arguments, got 3', 990],
  ['(define-fungible-token)', 'expecting >= 1 arguments, got 0', 774],
  ['(define-non-fungible-token n int)', 'defined', 1206],
  [
    '(define-non-fungible-token n nope)',
    '(define-asset ...) expects an asset name and an asset identifier type signature as arguments',
    1173,
  ],
  ['(define-non-fungible-token n)', 'expecting 2 arguments, got 1', 936],
  ['(begin (define-private (f) 1))', "use of unresolved function 'define-private'", 963],
]);

rules('parameters', [
  ['(define-private (f (a)) 1)', 'invalid syntax binding: Function argument definition item #1 is not a two-element list', 963],
  ['(define-private (f a) 1)', 'invalid syntax binding: Function argument definition item #1 is not a list', 907],
  ['(define-private (f (1 int)) 1)', "invalid syntax binding: Function argument definition item #1's name is not an atom", 1073],
  ['(define-private (f (a nope)) 1)', "failed to parse type: 'nope'", 1100],
  ['(define-private (f (a int) (a uint)) a)', 'defined', 1422],
  ['(define-private (f (a {b: nope})) 1)', "failed to parse type: 'nope'", 1243],
  ['(define-private (f (tx-sender int)) tx-sender)', 'defined', 1592],
  ['(define-private (f (a (list 5000 (buff 1000)))) 1)', 'created a type which was greater than maximum allowed value size', 1623],
  ['(define-private (f (a (buff -1))) 1)', 'created a type which value size was out of defined bounds', 1239],
  ['(define-private (f (a (list -1 int))) 1)', 'created a type which was greater than maximum allowed value size', 1349],
  ['(define-private (f (a (list 3))) 1)', 'supplied type description is invalid', 1212],
  ['(define-private (f (a (foo 3))) 1)', 'supplied type description is invalid', 1185],
  ['(define-private (f (a 3)) 1)', 'supplied type description is invalid', 1019],
  ['(define-private (f (a (tuple))) 1)', 'tuple types may not be empty', 1183],
  ['(define-private (f (a {b: int, b: int})) 1)', "defining 'b' conflicts with previous value", 1438],
]);

rules('calls of own functions: the number of arguments is not checked', [
  ['(define-private (f (a int)) a) (f 1)', 'int', 1616],
  ['(define-private (f (a int)) a) (f u1)', "expecting expression of type 'int', found 'uint'", 1623],
  ['(define-private (f (a int)) a) (f)', 'int', 1436],
  ['(define-private (f (a int)) a) (f 1 foo)', 'int', 1726],
  ['(define-private (f (a (optional int))) a) (f none)', '(optional int)', 2131],
  ['(foo)', "use of unresolved function 'foo'", 288],
  ['(1 2)', 'expecting expression of type function', 288],
  ['()', 'expecting expression of type function', 207],
  ['foo', "use of unresolved variable 'foo'", 346],
  ['(f) (define-private (f) 1)', 'int', 1186],
]);

rules('names', [
  ['(define-constant x 1) (define-constant x 2)', "defining 'x' conflicts with previous value", 1566],
  ['(define-private (f) 1) (define-map f int int)', "defining 'f' conflicts with previous value", 1614],
  ['(define-read-only (f) 1) (define-map f int int)', 'defined', 1668],
  ['(define-map f int int) (define-read-only (f) 1)', "defining 'f' conflicts with previous value", 1668],
  ['(define-constant block-height 1)', 'block-height is a reserved word', 1190],
  ['(define-constant stacks-block-height 1)', 'defined', 1379],
  ['(define-private (map) 1)', 'defined', 976],
  ['(define-fungible-token x) (define-non-fungible-token x int)', "defining 'x' conflicts with previous value", 1974],
  ['(define-trait x ()) (define-constant x 1)', "defining 'x' conflicts with previous value", 1500],
  ['(define-constant x 1) (define-trait x ())', "defining 'x' conflicts with previous value", 1500],
  ['(define-constant x 1) (define-private (f (x int)) 1)', "defining 'x' conflicts with previous value", 1746],
]);

rules(
  'names of traits are free before Clarity 3',
  [
    ['(define-constant x 1) (define-trait x ())', 'defined', 1500],
    ['(define-trait x ()) (define-constant x 1)', "defining 'x' conflicts with previous value", 1500],
    ['(define-constant block-height 1)', 'defined', 1190],
  ],
  { version: 2 },
);

rules('early returns and the result have a common type', [
  ['(define-private (f) (begin (asserts! true 1) 2))', 'defined', 1922],
  ['(define-private (f) (begin (asserts! true (err u1)) (ok 2)))', 'defined', 2520],
  [
    '(define-private (f) (begin (asserts! true 1) u2))',
    "detected two execution paths, returning two different expression types (got 'int' and 'uint')",
    1889,
  ],
  [
    '(define-private (f) (begin (asserts! true 1) (asserts! true u1) 1))',
    "detected two execution paths, returning two different expression types (got 'int' and 'uint')",
    2627,
  ],
  ['(define-private (f) (begin (try! (if true (ok 1) (err u2))) (ok true)))', 'defined', 3228],
  [
    '(define-private (f) (begin (try! (if true (ok 1) (err u2))) (err 3)))',
    "detected two execution paths, returning two different expression types (got '(response UnknownType uint)' " +
      "and '(response UnknownType int)')",
    3097,
  ],
  ['(define-private (f) (begin (unwrap! (some 1) none) (some u1)))', 'defined', 2349],
  [
    '(define-public (f) (begin (try! (some 1)) (ok 1)))',
    "detected two execution paths, returning two different expression types (got '(optional UnknownType)' and " +
      "'(response int UnknownType)')",
    1937,
  ],
  ['(asserts! true 1)', 'bool', 989],
  ['(define-private (f (x {a: int, b: int})) (begin (asserts! true {a: 1}) x))', 'defined', 3091],
]);

rules('variables', [
  ['tx-sender', 'principal', 518],
  ['contract-caller', 'principal', 680],
  ['tx-sponsor?', '(optional principal)', 573],
  ['current-contract', 'principal', 707],
  ['none', '(optional UnknownType)', 384],
  ['true', 'bool', 383],
  ['chain-id', 'uint', 491],
  ['burn-block-height', 'uint', 734],
  ['stacks-block-time', 'uint', 734],
  ['tenure-height', 'uint', 626],
  ['is-in-mainnet', 'bool', 626],
  ['block-height', "use of unresolved variable 'block-height'", 589],
  ['(define-private (f (a int)) (let ((b 1)) (+ a b)))', 'defined', 2105],
  ['<t>', 'use of undeclared trait <t>', 234],
  ['.a.t', 'unexpected use of trait reference or field', 358],
]);

rules(
  'variables of Clarity 1',
  [
    ['block-height', 'uint', 599],
    ['tx-sponsor?', "use of unresolved variable 'tx-sponsor?'", 562],
    ['is-in-regtest', 'bool', 626],
    ['is-in-mainnet', "use of unresolved variable 'is-in-mainnet'", 616],
    ['stx-liquid-supply', 'uint', 734],
    ['current-contract', "use of unresolved variable 'current-contract'", 697],
  ],
  { version: 1 },
);
