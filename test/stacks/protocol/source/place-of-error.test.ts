import { expect, test } from 'vitest';
import { placeOfError } from '#dist/stacks/protocol/source/place-of-error.js';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const SOURCE = `;; (spend u1) in a comment
(define-map spent uint uint)
(define-constant text "(spend u2)")
(define-public (pay (sum uint))
  (begin
    (map-set spent sum sum)
    (spend-all sum)
    (spend sum)
    (contract-call? .bank deposit sum)
    (contract-call? '${DEPLOYER}.bank.trait deposit)
    (ok sum)))`;

test.each([
  ['behavior: a name that is not known, after the place of its expression', "use of unresolved function 'spend'", [5, 4], [8, 6]],
  [
    'behavior: a function without a place: comments, texts and longer names do not count',
    "use of unresolved function 'spend'",
    undefined,
    [8, 6],
  ],
  ['behavior: a contract', `use of unresolved contract '${DEPLOYER}.bank'`, [5, 4], [9, 21]],
  ['behavior: a trait of a contract', `use of unresolved contract '${DEPLOYER}.bank'`, [10, 6], [10, 21]],
  ['behavior: a map', "use of unresolved map 'spent'", [6, 5], [6, 14]],
  ['behavior: a variable at the place itself', "use of unresolved variable 'sum'", [6, 20], [6, 20]],
  ["behavior: a variable without a place, which may be another function's", "use of unresolved variable 'sum'", undefined, undefined],
  ['behavior: a definition with a taken name', 'NameAlreadyUsed("pay")', undefined, [4, 17]],
  ['behavior: another error', "expecting expression of type 'uint', found 'int'", [6, 5], [6, 5]],
  ['behavior: a name that the source does not have', "use of unresolved function 'gone'", [5, 4], [5, 4]],
] as const)('%s', (_name, message, given, expected) => {
  const position = (place: readonly [number, number] | undefined) => place && { line: place[0], column: place[1] };
  expect(placeOfError(SOURCE, message, position(given))).toEqual(position(expected));
});
