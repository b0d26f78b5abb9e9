import { contractsOf, rules } from '../check.js';

const CONTRACTS = {
  traits: '(define-trait thin ((go (uint) (response bool uint)))) (define-public (take-thin (x <thin>)) (contract-call? x go u1))',
  impl: '(define-public (go (a uint)) (ok true))',
  other: '(define-public (go (a int)) (ok true))',
};

rules(
  'Clarity 1: contracts stand for traits only as literals',
  [
    ['(contract-call? .traits take-thin .impl)', '(response bool uint)', 2969],
    ['(contract-call? .traits take-thin .other)', "invalid signature for method 'go' regarding trait's specification <thin>", 2984],
    ['(contract-call? .traits take-thin .nope)', "use of unresolved contract '<d>.nope'", 2957],
    ['(contract-call? .traits take-thin tx-sender)', "expecting expression of type '<<d>.traits.thin>', found 'principal'", 3205],
    [
      '(contract-call? .traits take-thin (begin .impl))',
      "expecting expression of type '<<d>.traits.thin>', found '(principal <d>.impl)'",
      3313,
    ],
    [
      '(define-constant c .impl) (contract-call? .traits take-thin c)',
      "expecting expression of type '<<d>.traits.thin>', found '(principal <d>.impl)'",
      3911,
    ],
    ['(use-trait thin .traits.thin) (define-public (f (x <thin>)) (contract-call? .traits take-thin x))', 'defined', 5671],
    ['(use-trait alias .traits.thin) (define-constant alias 1)', 'defined', 2643],
    ['(use-trait alias .traits.thin) (define-constant thin 1)', "defining 'thin' conflicts with previous value", 2616],
  ],
  { version: 1, epoch: '2.1', contracts: contractsOf(CONTRACTS, { version: 1, epoch: '2.1' }) },
);
