import { rules } from '../../check.js';

rules(
  'restrict-assets?',
  [
    ['(restrict-assets? tx-sender () 1)', '(response int uint)', 1317],
    ['(restrict-assets? tx-sender ((with-stx u1)) 1 true)', '(response bool uint)', 1965],
    ['(restrict-assets? tx-sender ((with-stx 1)) 1)', "expecting expression of type 'uint', found 'int'", 1740],
    ['(restrict-assets? u1 () 1)', "expecting expression of type 'principal', found 'uint'", 1080],
    ['(restrict-assets? tx-sender () (ok 1))', 'intermediary responses in consecutive statements must be checked', 1462],
    ['(restrict-assets? tx-sender () (ok 1) 2)', 'intermediary responses in consecutive statements must be checked', 1520],
    ['(restrict-assets? tx-sender 1 2)', 'restrict-assets? expects a list of asset allowances as argument 2', 1017],
    ['(restrict-assets? tx-sender ())', 'expecting >= 3 arguments, got 2', 990],
    [
      '(restrict-assets? tx-sender ((with-all-assets-unsafe)) 1)',
      'with-all-assets-unsafe is not allowed here, only in the allowance list for `as-contract?`',
      1948,
    ],
    ['(restrict-assets? tx-sender (with-stx) 1)', 'expecting expression of type list', 1514],
    ['(restrict-assets? tx-sender ((+ 1 2)) 1)', 'expected an allowance expression, got: +', 1493],
    ['(restrict-assets? tx-sender (()) 1)', 'expecting expression of type function', 1098],
    ['(restrict-assets? tx-sender ((1)) 1)', 'expecting expression of type function', 1125],
  ],
  { version: 4 },
);

rules(
  'as-contract?',
  [
    ['(as-contract? () 1)', '(response int uint)', 798],
    ['(as-contract? ((with-all-assets-unsafe)) tx-sender)', '(response principal uint)', 1683],
    [
      '(as-contract? ((with-all-assets-unsafe) (with-stx u1)) 1)',
      'with-all-assets-unsafe must not be used along with other allowances',
      1815,
    ],
    ['(as-contract? ((with-ft .a "t" u1) (with-nft .a "t" (list u1)) (with-stacking u1)) 1)', '(response int uint)', 4305],
    ['(as-contract? ((with-ft .a "t")) 1)', 'expecting 3 arguments, got 2', 1217],
    ['(as-contract? ((with-ft .a t u1)) 1)', "use of unresolved variable 't'", 1385],
    ['(as-contract? ((with-nft .a "t" u1)) 1)', 'with-nft allowance must include a list of asset identifiers', 2042],
    ['(as-contract? ((with-staking u1)) 1)', "use of unresolved function 'with-staking'", 1125],
    ['(as-contract? 1 2)', 'as-contract? expects a list of asset allowances as argument 1', 639],
    ['(as-contract? ())', 'expecting >= 2 arguments, got 1', 612],
  ],
  { version: 4 },
);

rules('allowances of Clarity 6', [
  ['(as-contract? ((with-staking u1) (with-pox)) 1)', '(response int uint)', 1692],
  ['(as-contract? ((with-pox u1)) 1)', 'expecting 0 arguments, got 1', 1134],
  ['(as-contract? ((with-stacking u1)) 1)', "use of unresolved function 'with-stacking'", 1152],
]);

rules('allowances elsewhere', [
  ['(with-stx u1)', 'allowance expressions are only allowed in the context of a `restrict-assets?` or `as-contract?`', 605],
  ['(with-pox foo)', 'allowance expressions are only allowed in the context of a `restrict-assets?` or `as-contract?`', 632],
  [
    '(list (with-all-assets-unsafe))',
    'allowance expressions are only allowed in the context of a `restrict-assets?` or `as-contract?`',
    1094,
  ],
]);
