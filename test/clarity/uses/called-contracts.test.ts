import { expect, test } from 'vitest';
import { calledContracts } from '#dist/clarity/uses/called-contracts.js';

const OWN = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const OTHER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

test('default: calls and traits count, at any depth; principals that are only named do not', () => {
  const source = `
    (impl-trait '${OTHER}.traits.token)
    (use-trait manager .managers.manager)
    (map-set trusted 0x01 .trusted) ;; (contract-call? .in-a-comment f)
    (define-public (a (m <manager>) (to principal))
      (begin
        (print "(contract-call? .in-a-string f)")
        (try! (contract-call? m f))
        (try! (contract-call? .self f))
        (as-contract? ((with-ft '${OTHER}.asset "asset" u1))
          (try! (contract-call? '${OTHER}.asset transfer u1 tx-sender '${OTHER}.treasury none)))
        (contract-call? .helper f { key: (contract-call? .inner g) })))`;
  const called = [`${OTHER}.traits`, `${OWN}.managers`, `${OTHER}.asset`, `${OWN}.helper`, `${OWN}.inner`];
  expect([...calledContracts(source, `${OWN}.self`)].sort()).toEqual(called.sort());
});

test('behavior: a source without calls', () => {
  expect(calledContracts('(define-data-var n uint u0)', `${OWN}.self`).size).toBe(0);
});
