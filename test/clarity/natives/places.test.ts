import { expect, test } from 'vitest';
import { callContract } from '#dist/clarity/execution/invoke.js';
import { failurePlace } from '#dist/clarity/trace/failure-place.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { DEPLOYER, sessionWith } from '../run.js';

const MAX = `u${2n ** 128n - 1n}`;
/** Functions whose calls as arguments move the place of the execution, and a token with one unit less than its maximum. */
const COMMON = `
(define-private (same (x uint)) x)
(define-private (who (x principal)) x)
(define-private (nothing (x (optional uint))) x)
(define-private (bytes (x (buff 4))) x)
(define-fungible-token free)
(define-fungible-token capped u10)
`;

test.each([
  ['an overflow', `(+ (same ${MAX}) (same u1))`],
  ['an underflow', '(- (same u0) (same u1))'],
  ['a product', `(* (same ${MAX}) (same u2))`],
  ['a division', '(/ (same u1) (same u0))'],
  ['a remainder', '(mod (same u1) (same u0))'],
  ['a power', '(pow (same u2) (same u200))'],
  ['a logarithm', '(log2 (same u0))'],
  ['a supply beyond its cap', '(ft-mint? capped (same u11) (who tx-sender))'],
  ['a step of a fold', '(fold / (list (same u1)) (same u0))'],
  ['a step of a map', '(map / (list u1) (list (same u0)))'],
  ['a missing value', '(unwrap-panic (nothing none))'],
  ['a missing block', '(at-block (sha256 (same u1)) (same u2))'],
])('the place of a failure is the call that fails, not its last argument: %s', (_name, failing) => {
  const session = sessionWith({ epoch: '3.0', version: 3, contracts: { places: `${COMMON}(define-public (run) (ok ${failing}))` } });
  const x = session.execution(parsePrincipal(DEPLOYER));
  expect(() => callContract(x, parsePrincipal(`${DEPLOYER}.places`), 'run', [])).toThrow();
  const place = x.place();
  expect(place && failurePlace(place).expression).toBe(failing);
});
