import { contractsOf, rules } from '../../check.js';

const CONTRACTS = {
  callee:
    '(define-public (pub (a uint) (b (optional int))) (ok a)) (define-read-only (ro) {a: 1}) (define-private ' +
    '(priv) 1) (define-public (half) (ok true))',
  traits: '(define-trait t ((go (uint) (response bool uint))))',
  impl: '(define-public (go (a uint)) (ok true))',
};

const TRAITS = {
  traits: '(define-trait t ((go (uint) (response bool uint))))',
};

rules(
  'contract-call? of a contract',
  [
    ['(contract-call? .callee pub u1 none)', '(response uint UnknownType)', 3396],
    ['(contract-call? .callee ro)', '(tuple (a int))', 2617],
    ['(contract-call? .callee priv)', "contract '<d>.callee' has no public function 'priv'", 1039],
    ['(contract-call? .callee nope)', "contract '<d>.callee' has no public function 'nope'", 1039],
    ['(contract-call? .nope f)', "use of unresolved contract '<d>.nope'", 801],
    ['(contract-call? .callee pub u1)', 'expecting 2 arguments, got 1', 2870],
    ['(contract-call? .callee pub 1 none)', "expecting expression of type 'uint', found 'int'", 3094],
    ['(contract-call? .callee 1)', 'missing contract name for call', 855],
    ['(contract-call? .callee)', 'expecting >= 2 arguments, got 1', 801],
    ['(contract-call? tx-sender go)', 'use of undeclared trait <tx-sender>', 1039],
    ['(contract-call? (unwrap-panic (some .callee)) ro)', 'missing contract name for call', 1476],
    ['(contract-call? .contract f)', "use of unresolved contract '<d>.contract'", 909],
    ['(define-constant c .callee) (contract-call? c ro)', '(tuple (a int))', 3290],
    ['(define-constant c u1) (contract-call? c ro)', 'expected a callable contract, found uint', 1523],
    ['(let ((c .callee)) (contract-call? c ro))', 'use of undeclared trait <c>', 1459],
    [
      '(unwrap-err-panic (contract-call? .callee half))',
      "attempted to obtain 'err' value from response, but 'err' type is indeterminate",
      3114,
    ],
  ],
  { contracts: contractsOf(CONTRACTS) },
);

rules(
  'contract-call? of a trait',
  [
    ['(use-trait t .traits.t) (define-public (f (x <t>)) (contract-call? x go u1))', 'defined', 3517],
    ['(use-trait t .traits.t) (define-public (f (x <t>)) (contract-call? x nope u1))', "method 'nope' unspecified in trait <t>", 3342],
    [
      '(use-trait t .traits.t) (define-public (f (x <t>)) (contract-call? x go 1))',
      "expecting expression of type 'uint', found 'int'",
      3405,
    ],
    ['(use-trait t .traits.t) (define-public (f (x <t>)) (contract-call? y go u1))', 'use of undeclared trait <y>', 3270],
    ['(use-trait t .traits.t) (define-public (f (x <t>)) (let ((y x)) (contract-call? y go u1)))', 'defined', 4018],
    ['(use-trait t .traits.t) (define-public (f (x (optional <t>))) (match x y (contract-call? y go u1) (ok false)))', 'defined', 4950],
    ['(use-trait t .traits.t) (define-private (f (x <t>)) (contract-of x))', 'defined', 16521],
    ['(contract-of x)', 'use of undeclared trait <x>', 659],
    ['(contract-of .callee)', 'trait reference expected', 821],
  ],
  { contracts: contractsOf(CONTRACTS) },
);

rules(
  'traits may be bound from Clarity 2 on',
  [
    ['(use-trait t .traits.t) (define-public (f (x <t>)) (contract-call? x go u1))', 'defined', 3518],
    ['(use-trait t .traits.t) (define-public (f (x <t>)) (let ((y x)) (contract-call? y go u1)))', 'use of undeclared trait <y>', 3759],
    ['(define-constant c .traits) (contract-call? c go u1)', 'use of undeclared trait <c>', 1741],
  ],
  { version: 1, epoch: '2.1', contracts: contractsOf(TRAITS, { version: 1, epoch: '2.1' }) },
);

rules(
  'contexts',
  [
    ['(as-contract tx-sender)', 'principal', 911],
    ['(as-contract)', 'expecting 1 arguments, got 0', 603],
    ['(at-block 0x00 1)', 'int', 1316],
    ['(at-block 1 1)', "expecting expression of type '(buff 32)', found 'int'", 1200],
    ['(at-block 0x00)', 'expecting 2 arguments, got 1', 558],
    [
      '(at-block 0x00 (stx-burn? u1 tx-sender))',
      '(at-block ...) closures expect read-only statements, but detected a writing operation',
      1233,
    ],
  ],
  { version: 3, epoch: '3.2' },
);

rules(
  'at-block ends with epoch 3.4',
  [
    ['(at-block 0x00 1)', '(at-block ...) is not available in this epoch', 715],
    ['(at-block foo 1)', '(at-block ...) is not available in this epoch', 688],
    ['(at-block 0x00)', 'expecting 2 arguments, got 1', 558],
  ],
  { version: 2, epoch: '3.4' },
);

rules(
  'contract-hash?',
  [
    ['(contract-hash? .a)', '(response (buff 32) uint)', 908],
    ['(contract-hash? u1)', "expecting expression of type 'principal', found 'uint'", 892],
    ['(as-contract 1)', "use of unresolved function 'as-contract'", 558],
  ],
  { version: 4 },
);
