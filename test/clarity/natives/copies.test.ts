import { expect, test } from 'vitest';
import type { EpochName } from '#dist/clarity/epoch.js';
import { DEPLOYER, OTHER, sessionWith } from '../run.js';

// By the `clone_with_cost` of clarity/src/vm of stacks-core 4.0.2: from epoch 3.4 on a variable is a reference, and code that needs a value
// of its own pays for a copy by the size of the value. Before, every look-up pays.

/** Literals, and their sizes. */
const VALUES = {
  uint: ['u2', 16],
  otherUint: ['u3', 16],
  bool: ['true', 1],
  principal: [`'${OTHER}`, 148],
  sender: [`'${DEPLOYER}`, 148],
  buffer: ['0x010203', 7],
  memo: [`0x${'01'.repeat(34)}`, 38],
  hash: [`0x${'01'.repeat(20)}`, 24],
  version: ['0x1a', 5],
  name: ['"gold"', 8],
} as const;

/** An expression with `$` for the variable, and how many contexts deep the look-up is. @default 1, the `let` around the expression */
type Row = readonly [expression: string, value: keyof typeof VALUES, isCopied: boolean, depth?: number];

const COMMON = `
(define-fungible-token gold)
(define-non-fungible-token card uint)
(define-map kept uint uint)
(define-data-var total uint u0)
(define-private (same (n uint)) n)
(define-private (nothing) (if true none (some u1)))
(define-private (isOdd (byte (buff 1))) true)
(define-private (count (byte (buff 1)) (sum uint)) sum)
(define-public (take (n uint)) (ok n))
(begin (is-ok (ft-mint? gold u9 tx-sender)) (is-ok (nft-mint? card u2 tx-sender)) (map-set kept u2 u2))`;

const rows: readonly Row[] = [
  ['(+ $ u1)', 'uint', true],
  ['(is-eq $ u1)', 'uint', true],
  ['(begin $)', 'uint', true],
  ['(same $)', 'uint', true],
  ['(contract-call? .target take $)', 'uint', true],
  ['(ok $)', 'uint', true],
  ['(some $)', 'uint', true],
  ['(default-to $ (nothing))', 'uint', true],
  ['(let ((y $)) u1)', 'uint', true, 2],
  ['(let ((y u1)) $)', 'uint', true, 2],
  ['(if $ u1 u2)', 'bool', false],
  ['(if true $ u1)', 'uint', true],
  ['(if false u1 $)', 'uint', true],
  ['(and $ true)', 'bool', false],
  ['(or $ true)', 'bool', false],
  ['(not $)', 'bool', true],
  ['(asserts! $ true)', 'bool', true],
  ['(begin (asserts! false $) u1)', 'uint', true],
  ['(unwrap! (nothing) $)', 'uint', true],
  ['(match (some u1) y $ u1)', 'uint', true, 2],
  ['(match (nothing) y u1 $)', 'uint', true],
  ['(print $)', 'buffer', true],
  ['(tuple (a $))', 'buffer', true],
  ['(list $ 0x01)', 'buffer', true],
  ['(filter isOdd $)', 'buffer', true],
  ['(map isOdd $)', 'buffer', true],
  ['(fold count $ u0)', 'buffer', true],
  ['(fold count 0x01 $)', 'uint', true],
  ['(append (list u1) $)', 'uint', true],
  ['(concat $ 0x01)', 'buffer', true],
  ['(concat 0x01 $)', 'buffer', true],
  ['(as-max-len? $ u5)', 'buffer', true],
  ['(slice? $ u0 u1)', 'buffer', true],
  ['(slice? 0x010203 $ u3)', 'uint', false],
  ['(slice? 0x010203 u0 $)', 'uint', false],
  ['(replace-at? $ u0 0x00)', 'buffer', true],
  ['(replace-at? $ u3 0x00)', 'buffer', true],
  ['(replace-at? $ u18446744073709551616 0x00)', 'buffer', false],
  ['(replace-at? 0x010203 $ 0x00)', 'uint', false],
  ['(replace-at? 0x010203 u0 $)', 'version', true],
  ['(replace-at? 0x010203 u3 $)', 'version', false],
  ['(element-at? $ u0)', 'buffer', true],
  ['(index-of? $ 0x01)', 'buffer', true],
  ['(var-set total $)', 'uint', true],
  ['(map-get? kept $)', 'uint', false],
  ['(map-set kept $ u1)', 'uint', true],
  ['(map-set kept u1 $)', 'uint', true],
  ['(map-insert kept $ u1)', 'uint', true],
  ['(map-insert kept u1 $)', 'uint', true],
  ['(map-delete kept $)', 'uint', false],
  ['(ft-get-balance gold $)', 'sender', false],
  ['(ft-mint? gold $ tx-sender)', 'uint', false],
  ['(ft-mint? gold u1 $)', 'principal', false],
  [`(ft-transfer? gold $ tx-sender '${OTHER})`, 'uint', false],
  [`(ft-transfer? gold u1 $ '${OTHER})`, 'sender', false],
  ['(ft-transfer? gold u1 tx-sender $)', 'principal', false],
  ['(ft-burn? gold $ tx-sender)', 'uint', false],
  ['(ft-burn? gold u1 $)', 'sender', false],
  ['(nft-get-owner? card $)', 'uint', false],
  ['(nft-mint? card $ tx-sender)', 'otherUint', true],
  ['(nft-mint? card u3 $)', 'principal', false],
  [`(nft-transfer? card $ tx-sender '${OTHER})`, 'uint', true],
  [`(nft-transfer? card u2 $ '${OTHER})`, 'sender', false],
  ['(nft-transfer? card u2 tx-sender $)', 'principal', false],
  ['(nft-burn? card $ tx-sender)', 'uint', true],
  ['(nft-burn? card u2 $)', 'sender', false],
  ['(stx-get-balance $)', 'principal', false],
  ['(stx-account $)', 'principal', false],
  [`(stx-transfer? $ tx-sender '${OTHER})`, 'uint', false],
  [`(stx-transfer? u1 $ '${OTHER})`, 'sender', false],
  ['(stx-transfer? u1 tx-sender $)', 'principal', false],
  [`(stx-transfer-memo? u1 tx-sender '${OTHER} $)`, 'memo', false],
  ['(stx-burn? $ tx-sender)', 'uint', false],
  ['(stx-burn? u1 $)', 'sender', false],
  ['(is-standard $)', 'principal', false],
  ['(contract-hash? $)', 'principal', false],
  ['(principal-destruct? $)', 'principal', true],
  [`(principal-construct? $ 0x${'01'.repeat(20)})`, 'version', false],
  ['(principal-construct? 0x1a $)', 'hash', false],
  [`(principal-construct? 0x1a 0x${'01'.repeat(20)} $)`, 'name', true],
  ['(get-burn-block-info? header-hash $)', 'uint', false],
  ['(get-stacks-block-info? time $)', 'uint', false],
  ['(get-tenure-info? time $)', 'uint', false],
  ['(restrict-assets? $ () true)', 'sender', true],
  ['(restrict-assets? tx-sender () $)', 'uint', true],
  ['(as-contract? () $)', 'uint', true],
  ['(restrict-assets? tx-sender ((with-stx $)) true)', 'uint', false],
  ['(restrict-assets? tx-sender ((with-ft .target $ u1)) true)', 'name', true],
  ['(restrict-assets? tx-sender ((with-ft .target "gold" $)) true)', 'uint', true],
];

/** Returns what an expression costs more with a variable than with the literal that the variable holds. */
function surcharge([expression, kind]: Row, epoch: EpochName): number {
  const [literal] = VALUES[kind];
  const functionOf = (name: string, value: string) =>
    `(define-private (do-${name}) (let ((x ${literal})) ${expression.replaceAll('$', value)}))
(define-public (${name}) (let ((result (do-${name}))) (ok true)))`;
  const target = '(define-public (take (n uint)) (ok n))';
  const source = `${COMMON}\n${functionOf('named', 'x')}\n${functionOf('written', literal)}`;
  const session = sessionWith({ epoch, contracts: { target, c: source } });
  const before = session.state.snapshot();
  const runtimeOf = (fn: string) => {
    const { cost, failure } = session.call({ contract: `${DEPLOYER}.c`, fn, args: [], sender: DEPLOYER });
    expect(failure).toBeUndefined();
    session.state.restore(before);
    return cost.runtime;
  };
  return runtimeOf('named') - runtimeOf('written');
}

const lookUpOf = ([, , , depth = 1]: Row) => depth + 1;
const copyOf = ([, kind]: Row) => 2 * VALUES[kind][1] + 1;

const named = (isCopied: boolean) => rows.filter((row) => row[2] === isCopied).map((row) => [row[0], row] as const);

test.each(named(true))('from epoch 3.4 on a variable is copied: %s', (_expression, row) => {
  expect(surcharge(row, '4.0')).toBe(lookUpOf(row) + copyOf(row));
});

test.each(named(false))('from epoch 3.4 on a variable is not copied: %s', (_expression, row) => {
  expect(surcharge(row, '4.0')).toBe(lookUpOf(row));
});

test('before epoch 3.4 every variable is copied', () => {
  for (const row of rows) expect(surcharge(row, '3.3'), row[0]).toBe(lookUpOf(row) + copyOf(row));
});
