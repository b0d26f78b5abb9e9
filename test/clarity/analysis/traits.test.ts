import { expect, test } from 'vitest';
import { check, contractsOf, rules } from '../check.js';

const CONTRACTS = {
  traits:
    '(define-trait thin ((go (uint) (response bool uint)))) (define-trait wide ((go (uint) (response bool ' +
    'uint)) (more (<thin>) (response uint uint)))) (define-public (take-thin (x <thin>)) (contract-call? x go ' +
    'u1)) (define-public (take-many (x (optional <thin>)) (y (list 2 <thin>)) (z {a: <thin>})) (ok true))',
  impl: '(define-public (go (a uint)) (ok true))',
  other: '(define-public (go (a int)) (ok true))',
};

rules(
  'casts of contracts',
  [
    ['(contract-call? .traits take-thin .impl)', '(response bool uint)', 5344],
    ['(contract-call? .traits take-thin .other)', "invalid signature for method 'go' regarding trait's specification <thin>", 5349],
    ['(contract-call? .traits take-thin .nope)', "use of unresolved contract '<d>.nope'", 4588],
    ['(contract-call? .traits take-thin tx-sender)', "expecting expression of type '<<d>.traits.thin>', found 'principal'", 3194],
    ['(contract-call? .traits take-many none (list .impl .impl) {a: .impl})', '(response bool UnknownType)', 10622],
    ['(contract-call? .traits take-many (some .impl) (list) {a: .impl})', '(response bool UnknownType)', 10481],
    [
      '(contract-call? .traits take-many (some .other) (list) {a: .impl})',
      "invalid signature for method 'go' regarding trait's specification <thin>",
      7029,
    ],
    [
      '(contract-call? .traits take-many none (list .impl .other) {a: .impl})',
      "invalid signature for method 'go' regarding trait's specification <thin>",
      10111,
    ],
    [
      '(contract-call? .traits take-many none (list .impl .impl .impl) {a: .impl})',
      "expecting expression of type '(list 2 <<d>.traits.thin>)', found '(list 3 (principal <d>.impl))'",
      5763,
    ],
    [
      '(contract-call? .traits take-many none (list) {b: .impl})',
      "expecting expression of type '(tuple (a <<d>.traits.thin>))', found '(tuple (b (principal <d>.impl)))'",
      5733,
    ],
    [
      '(contract-call? .traits take-many none (list) {a: .impl, b: 1})',
      "expecting expression of type '(tuple (a <<d>.traits.thin>))', found '(tuple (a (principal <d>.impl)) (b int))'",
      6399,
    ],
    ['(define-constant c .impl) (contract-call? .traits take-thin c)', '(response bool uint)', 6173],
    [
      '(contract-call? .traits take-thin (if true .impl .impl))',
      "expecting expression of type '<<d>.traits.thin>', found 'principal'",
      3786,
    ],
  ],
  { contracts: contractsOf(CONTRACTS) },
);

rules(
  'casts of traits',
  [
    ['(use-trait wide .traits.wide) (define-public (f (x <wide>)) (contract-call? .traits take-thin x))', 'defined', 7214],
    [
      '(use-trait thin .traits.thin) (use-trait wide .traits.wide) (define-private (g (x <wide>)) 1) ' +
        '(define-private (f (x <thin>)) (g x))',
      "trait '<d>.traits.thin' is not a compatible with expected trait, '<d>.traits.wide'",
      7599,
    ],
    [
      '(use-trait thin .traits.thin) (use-trait wide .traits.wide) (define-private (g (x <thin>)) 1) ' +
        '(define-private (f (x <wide>)) (g x))',
      'defined',
      7680,
    ],
    [
      '(use-trait thin .traits.thin) (use-trait wide .traits.wide) (define-private (g (x (optional <thin>))) 1) ' +
        '(define-private (f (x <wide>)) (g (some x)))',
      'defined',
      8305,
    ],
    [
      '(use-trait thin .traits.thin) (define-private (g (x principal)) 1) (define-private (f (x <thin>)) (g x))',
      "expecting expression of type 'principal', found '<<d>.traits.thin>'",
      4380,
    ],
    ['(use-trait thin .traits.thin) (use-trait wide .traits.wide) (define-private (f (x <thin>) (y <wide>)) (list x y))', 'defined', 5405],
    [
      '(use-trait thin .traits.thin) (use-trait wide .traits.wide) (define-private (f (x <thin>) (y <wide>)) (if true x y))',
      "expression types returned by the arms of 'if' must match (got '<<d>.traits.thin>' and '<<d>.traits.wide>')",
      5647,
    ],
    [
      '(use-trait thin .traits.thin) (use-trait wide .traits.wide) (define-private (g (x (list 2 <thin>))) 1) ' +
        '(define-private (f (x <thin>) (y <wide>)) (g (list x y)))',
      'defined',
      9247,
    ],
    [
      '(use-trait thin .traits.thin) (define-trait own ((go (uint) (response bool uint)))) (define-private (g (x ' +
        '<own>)) 1) (define-private (f (x <thin>)) (g x))',
      'defined',
      7507,
    ],
    [
      '(use-trait thin .traits.thin) (define-trait own ((go (int) (response bool uint)))) (define-private (g (x ' +
        '<own>)) 1) (define-private (f (x <thin>)) (g x))',
      "trait '<d>.traits.thin' is not a compatible with expected trait, '<d>.contract.own'",
      7399,
    ],
  ],
  { contracts: contractsOf(CONTRACTS) },
);

rules(
  'traits of the contract itself cost nothing before epoch 4.0',
  [
    [
      '(use-trait thin .traits.thin) (define-trait own ((go (uint) (response bool uint)))) (define-private (g (x ' +
        '<own>)) 1) (define-private (f (x <thin>)) (g x))',
      'defined',
      6039,
    ],
  ],
  { version: 5, epoch: '3.4', contracts: contractsOf(CONTRACTS, { version: 5, epoch: '3.4' }) },
);

rules('definitions of traits', [
  ['(define-trait t ((f (uint) (response bool uint))))', 'defined', 1684],
  ['(define-trait t ())', 'defined', 827],
  ['(define-trait t 1)', '(define-trait ...) expects a trait name and a trait definition', 639],
  ['(define-trait t (f))', 'invalid trait definition', 797],
  ['(define-trait t ((f (uint))))', 'supplied type description is invalid', 1046],
  ['(define-trait t ((f (uint) bool)))', 'invalid trait definition', 1183],
  ['(define-trait t ((f (nope) (response bool uint))))', "failed to parse type: 'nope'", 1621],
  ['(define-trait t ((f uint (response bool uint))))', 'invalid trait definition', 1565],
  ['(define-trait t ((1 (uint) (response bool uint))))', 'invalid trait definition', 1621],
  ['(define-trait t ((f (uint) (response bool nope))))', 'invalid trait definition', 1621],
  ['(define-trait t ((f () (response bool uint)) (f () (response bool uint))))', "duplicate method name 'f' in trait definition", 2281],
]);

rules(
  'in Clarity 1, the last method of a name counts',
  [['(define-trait t ((f () (response bool uint)) (f (uint) (response uint uint))))', 'defined', 2454]],
  { version: 1 },
);

test('a broken promise to implement a trait has its place, although the node shows none', () => {
  const contracts = contractsOf(CONTRACTS);
  for (const [promise, vmError] of [
    ['(impl-trait .nope.t)', 'use of undeclared trait <t>'],
    ['(impl-trait .traits.nope)', 'use of undeclared trait <nope>'],
    ['(impl-trait .contract.t)', 'use of undeclared trait <t>'],
    ['(impl-trait .traits.thin)', "invalid signature for method 'go' regarding trait's specification <thin>"],
  ] as const) {
    const { failure } = check(`(define-trait t ())\n  ${promise}`, { contracts });
    expect(failure).toMatchObject({ vmError, span: { startLine: 2, startColumn: 3, endLine: 2, endColumn: promise.length + 2 } });
  }
});

rules(
  'imports and implementations',
  [
    ['(use-trait t .traits.thin)', 'defined', 1754],
    ['(use-trait t .traits.nope)', 'use of undeclared trait <t>', 1664],
    ['(use-trait t .nope.t)', "use of unresolved contract '<d>.nope'", 822],
    ['(impl-trait .traits.thin) (define-public (go (a uint)) (ok true))', 'defined', 2135],
    ['(impl-trait .traits.thin) (define-read-only (go (a uint)) (ok true))', 'defined', 2216],
    [
      '(impl-trait .traits.thin) (define-public (go (a int)) (ok true))',
      "invalid signature for method 'go' regarding trait's specification <thin>",
      2108,
    ],
    [
      '(impl-trait .traits.thin) (define-public (go (a uint)) (ok 1))',
      "invalid signature for method 'go' regarding trait's specification <thin>",
      2039,
    ],
    [
      '(impl-trait .traits.thin) (define-private (go (a uint)) (ok true))',
      "invalid signature for method 'go' regarding trait's specification <thin>",
      2162,
    ],
    ['(impl-trait .traits.thin)', "invalid signature for method 'go' regarding trait's specification <thin>", 928],
    ['(impl-trait .traits.nope)', 'use of undeclared trait <nope>', 928],
    ['(impl-trait .nope.t)', 'use of undeclared trait <t>', 793],
    ['(define-trait t ()) (impl-trait .contract.t)', 'use of undeclared trait <t>', 1508],
  ],
  { contracts: contractsOf(CONTRACTS) },
);
