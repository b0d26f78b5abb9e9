import { rules } from '../../check.js';

rules('fungible tokens', [
  ['(define-fungible-token t) (ft-get-balance t tx-sender)', 'uint', 2075],
  ['(ft-get-balance t foo)', "tried to use token function with a undefined token ('t')", 850],
  ['(ft-get-balance 1 tx-sender)', 'expecting an token name as an argument', 1012],
  ['(define-fungible-token t u5) (ft-get-supply t)', 'uint', 1844],
  ['(ft-get-supply t)', "tried to use token function with a undefined token ('t')", 713],
  ['(define-fungible-token t) (ft-mint? t u1 tx-sender)', '(response bool uint)', 2122],
  ['(ft-mint? t u1 tx-sender)', "tried to use token function with a undefined token ('t')", 1201],
  ['(ft-mint? t foo tx-sender)', "use of unresolved variable 'foo'", 980],
  ['(define-fungible-token t) (ft-burn? t 1 tx-sender)', "expecting expression of type 'uint', found 'int'", 1934],
  ['(define-fungible-token t) (ft-transfer? t u1 tx-sender .a)', '(response bool uint)', 2437],
  ['(define-fungible-token t) (ft-transfer? t u1 tx-sender)', 'expecting 4 arguments, got 3', 1950],
]);

rules('non-fungible tokens', [
  ['(define-non-fungible-token n uint) (nft-get-owner? n u1)', '(optional principal)', 2117],
  ['(nft-get-owner? n foo)', "tried to use asset function with a undefined asset ('n')", 850],
  ['(define-non-fungible-token n uint) (nft-mint? n u1 tx-sender)', '(response bool uint)', 2394],
  ['(define-non-fungible-token n {a: int}) (nft-mint? n {a: u1} tx-sender)', "expecting expression of type 'int', found 'uint'", 2882],
  ['(define-non-fungible-token n uint) (nft-burn? n 1 tx-sender)', "expecting expression of type 'uint', found 'int'", 2206],
  ['(define-non-fungible-token n uint) (nft-transfer? n u1 tx-sender .a)', '(response bool uint)', 2709],
  ['(define-non-fungible-token n uint) (nft-transfer? n u1 tx-sender)', 'expecting 4 arguments, got 3', 2222],
  ['(nft-mint? 5 u1 tx-sender)', 'expecting an token name as an argument', 960],
]);
