import { contractsOf, rules } from '../check.js';

const CONTRACTS = {
  callee:
    '(define-public (pub (a uint) (b (optional int))) (ok a)) (define-read-only (ro) {a: 1}) (define-private ' +
    '(priv) 1) (define-public (half) (ok true))',
  traits: '(define-trait t ((go (uint) (response bool uint))))',
  impl: '(define-public (go (a uint)) (ok true))',
};

rules('what writes', [
  ['(define-data-var v int 1) (define-read-only (f) (var-set v 1))', 'expecting read-only statements, detected a writing operation', 1968],
  [
    '(define-data-var v int 1) (define-private (g) (var-set v 1)) (define-read-only (f) (g))',
    'expecting read-only statements, detected a writing operation',
    2784,
  ],
  ['(define-data-var v int 1) (define-private (g) (var-get v)) (define-read-only (f) (g))', 'defined', 3191],
  ['(define-read-only (f) (stx-burn? u1 tx-sender))', 'expecting read-only statements, detected a writing operation', 1422],
  ['(define-read-only (f) (print 1))', 'defined', 1207],
  [
    '(define-map m int int) (define-read-only (f) (if true (map-delete m 1) false))',
    'expecting read-only statements, detected a writing operation',
    2400,
  ],
  [
    '(define-map m int int) (define-read-only (f) (let ((x (map-delete m 1)) 5) x))',
    'expecting read-only statements, detected a writing operation',
    2400,
  ],
  [
    '(define-map m int int) (define-read-only (f) {a: (map-delete m 1), b: 2})',
    'expecting read-only statements, detected a writing operation',
    2265,
  ],
  ['(define-fungible-token t) (define-read-only (f) (ft-get-balance t tx-sender))', 'defined', 2764],
  ['(define-read-only (f (l (list 3 uint))) (map foo l))', "use of unresolved function 'foo'", 1557],
  [
    '(define-private (g (x uint)) (is-ok (stx-burn? x tx-sender))) (define-read-only (f (l (list 3 uint))) (filter g l))',
    'expecting read-only statements, detected a writing operation',
    3399,
  ],
]);

rules('before types: unknown functions and malformed forms', [
  ['(+ 1 u1) (foo)', "use of unresolved function 'foo'", 531],
  ['(define-private (f) (begin (+ 1 u1) (foo)))', "use of unresolved function 'foo'", 1314],
  ['(let (1) (+ 1 u1))', 'invalid syntax binding: Let-binding item #1 is not a list', 639],
  ['(let ((x)) 1)', 'invalid syntax binding: Let-binding item #1 is not a two-element list', 504],
  ['(let 1 2)', "invalid syntax of 'let'", 396],
  ['(contract-call? .nope f)', "use of unresolved contract '<d>.nope'", 801],
  ['(contract-call? 1 f)', 'missing contract name for call', 693],
  ['(map-get? m)', 'expecting 2 arguments, got 1', 477],
  ['(fold +)', 'expecting 3 arguments, got 1', 369],
  ['((+ 1 2))', 'expecting expression of type function', 396],
]);

rules(
  'calls of other contracts',
  [
    ['(define-read-only (f) (contract-call? .callee ro))', 'defined', 3309],
    ['(define-read-only (f) (contract-call? .callee half))', 'expecting read-only statements, detected a writing operation', 1557],
    ['(define-read-only (f) (contract-call? .callee nope))', 'expecting read-only statements, detected a writing operation', 1557],
    [
      '(use-trait t .traits.t) (define-read-only (f (x <t>)) (contract-call? x go u1))',
      'expecting read-only statements, detected a writing operation',
      2427,
    ],
    [
      '(define-constant c .callee) (define-read-only (f) (contract-call? c ro))',
      'expecting read-only statements, detected a writing operation',
      2097,
    ],
  ],
  { contracts: contractsOf(CONTRACTS) },
);

rules(
  'from epoch 4.1 on, types are checked first',
  [
    ['(+ 1 u1) (foo)', "expecting expression of type 'int', found 'uint'", 888],
    ['(foo)', "use of unresolved function 'foo'", 387],
    ['(define-read-only (f) (stx-burn? u1 tx-sender))', 'expecting read-only statements, detected a writing operation', 1872],
  ],
  { epoch: '4.1' },
);
