import { describe, expect, test } from 'vitest';
import type { EpochName } from '#dist/clarity/epoch.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { call, DEPLOYER, OTHER, sessionWith } from '../run.js';

// By clarity/src/vm/functions/post_conditions.rs of stacks-core 4.0.2, and `rejectable` of clarity/src/vm/errors.rs.

const pay = (amount: number) => `(try! (stx-transfer? u${amount} tx-sender '${OTHER}))`;
const burn = (amount: number) => `(try! (stx-burn? u${amount} tx-sender))`;

const COMMON = `
(define-trait other ((more () (response bool uint))))
(define-fungible-token gold u10)
(define-fungible-token iron)
(define-non-fungible-token card uint)
(define-non-fungible-token key uint)
(define-private (nothing) (if true none (some u1)))
(define-private (refused) (if true (err u9) (ok u1)))
(define-private (granted) (if true (ok u1) (err u9)))
(define-private (double (at uint) (bytes (buff 524288))) (unwrap-panic (as-max-len? (concat bytes bytes) u524288)))
(define-private (half) (fold double (list u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 u14 u15 u16 u17 u18 u19) 0x00))
(define-private (mega) (concat (half) (half)))
(define-public (more) (ok true))
(begin
  (is-ok (ft-mint? gold u9 tx-sender))
  (is-ok (ft-mint? iron u9 tx-sender))
  (is-ok (nft-mint? card u1 tx-sender))
  (is-ok (nft-mint? card u2 tx-sender))
  (is-ok (nft-mint? key u1 tx-sender)))`;

type Setting = { readonly epoch?: EpochName; readonly limit?: object };

/** Calls a function that has these expressions inside `restrict-assets?`. */
function restricted(allowances: string, body: string, { epoch = '4.0', limit }: Setting = {}): string {
  const run = `(define-public (run (it <other>)) (ok (restrict-assets? tx-sender (${allowances}) ${body} true)))`;
  const session = sessionWith({ epoch, contracts: { c: COMMON + run } });
  session.fund(`${DEPLOYER}.c`, 100n);
  return call(session, 'c', 'run', [parsePrincipal(`${DEPLOYER}.c`)], { limit });
}

describe('a body that pays too much and then fails', () => {
  const answers = (failing: string, setting?: Setting) =>
    ['', '(with-stx u5)'].map((allowances) => restricted(allowances, `${pay(5)} ${failing}`, setting));
  /** Allowances that use 64 MB while the body is executed. */
  const holdingMany = (body: string) => `(is-ok (restrict-assets? tx-sender (${'(with-nft .c "card" ids) '.repeat(128)}) ${body}))`;

  test.each([
    ['(try! (refused))', '(err u9)'],
    ['(asserts! false (err u9))', '(err u9)'],
    ['(asserts! false (ok (err u9)))', '(ok (err u9))'],
    ['(unwrap! (nothing) (err u9))', '(err u9)'],
    ['(unwrap-err! (granted) (err u9))', '(err u9)'],
    ['(unwrap-panic (nothing))', 'UnwrapFailure'],
    ['(/ u1 u0)', 'DivisionByZero'],
    ['(- u0 u1)', 'ArithmeticUnderflow'],
    ['(unwrap-panic (ft-mint? gold u2 tx-sender))', 'SupplyOverflow(11, 10)'],
    ['(try! (contract-call? it more))', 'CircularReference(["c"])'],
  ])('has only paid too much if it fails by %s', (failing, failure) => {
    expect(answers(failing)).toEqual(['(ok (err u128))', failure]);
  });

  test('has only paid too much if it runs out of memory, or a cost cannot be computed', () => {
    const copies = Array.from({ length: 100 }, (_, at) => `(copy-${at} big)`);
    const full = `(let ((big (mega)) ${copies.join(' ')}) true)`;
    expect(answers(full)).toEqual(['(ok (err u128))', expect.stringMatching(/^MemoryBalanceExceeded\(\d+, 100000000\)$/)]);
    const uncountable = '(from-consensus-buff? bool 0x)';
    expect(answers(uncountable, { epoch: '3.3' })).toEqual(['(ok (err u128))', expect.stringMatching(/^CostComputationFailed\(/)]);
  });

  test('ends the transaction if its cost is above a limit', () => {
    const exceeded = expect.stringMatching(/^too-expensive: CostBalanceExceeded\(/);
    expect(answers(pay(1), { limit: { writeCount: 1 } })).toEqual([exceeded, exceeded]);
  });

  test.each([
    ['a check that the analysis cannot make', '(replace-at? 0x01 u0 0x)', /^rejected: RuntimeCheck\(Unreachable\(.*\(1, 0\)"\)\)$/],
    [
      'too much memory of allowances',
      `(let ((ids (list (half)))) ${holdingMany(holdingMany('true'))})`,
      /^rejected: RuntimeCheck\(RestrictAssetsMemoryExceeded\(\d+, 100000000\)\)$/,
    ],
    [
      'STX beyond an allowance before epoch 3.4',
      `(is-ok (restrict-assets? tx-sender ((with-stx u6)) ${pay(6)} ${burn(6)} true))`,
      /^rejected: Internal\(Expect\("Total STX movement and burn exceeds allowance"\)\)$/,
      '3.3',
    ],
  ] as const)('makes the transaction invalid by %s', (_name, failing, failure, epoch?: EpochName) => {
    expect(answers(failing, epoch && { epoch })).toEqual([expect.stringMatching(failure), expect.stringMatching(failure)]);
  });
});

describe('the answer is the number of the first allowance that was exceeded, or 128', () => {
  const give = (token: string, amount: number) => `(try! (ft-transfer? ${token} u${amount} tx-sender '${OTHER}))`;
  const card = (id: number) => `(try! (nft-transfer? card u${id} tx-sender '${OTHER}))`;
  const within = '(ok (ok true))';
  const exceeds = (index: number) => `(ok (err u${index}))`;

  test.each([
    ['', 'true', within],
    ['(with-stx u5)', pay(5), within],
    ['(with-stx u4)', pay(5), exceeds(0)],
    ['(with-stx u5)', burn(5), within],
    ['(with-stx u4)', burn(5), exceeds(0)],
    ['(with-stx u9)', `${pay(5)} ${burn(4)}`, within],
    ['(with-stx u8)', `${pay(5)} ${burn(4)}`, exceeds(0)],
    ['(with-stx u9) (with-stx u8)', `${pay(5)} ${burn(4)}`, exceeds(1)],
    ['(with-ft .c "gold" u1) (with-stx u9) (with-stx u4)', pay(5), exceeds(2)],
    ['(with-staking u9)', pay(1), exceeds(128)],
    ['(with-pox)', burn(1), exceeds(128)],
    ['(with-ft .c "gold" u5)', give('gold', 5), within],
    ['(with-ft .c "gold" u4)', give('gold', 5), exceeds(0)],
    ['(with-ft .c "iron" u5)', give('gold', 5), exceeds(128)],
    ['(with-ft .other "gold" u5)', give('gold', 5), exceeds(128)],
    ['(with-ft .c "*" u5)', give('gold', 5), within],
    ['(with-ft .other "*" u5)', give('gold', 5), exceeds(128)],
    ['(with-ft .c "*" u5)', `${give('gold', 5)} ${give('iron', 5)}`, within],
    ['(with-ft .c "*" u4) (with-ft .c "gold" u5)', give('gold', 5), exceeds(0)],
    ['(with-ft .c "gold" u5) (with-ft .c "*" u4)', give('gold', 5), exceeds(1)],
    ['(with-ft .c "gold" u5) (with-ft .c "iron" u4)', `${give('gold', 5)} ${give('iron', 5)}`, exceeds(1)],
    ['(with-stx u4) (with-ft .c "gold" u4)', `${give('gold', 5)} ${pay(5)}`, exceeds(0)],
    ['(with-ft .c "gold" u4) (with-stx u4)', `${pay(5)} ${give('gold', 5)}`, exceeds(0)],
    ['(with-nft .c "card" (list u1))', card(1), within],
    ['(with-nft .c "card" (list u1))', `${card(1)} ${card(2)}`, exceeds(0)],
    ['(with-nft .c "card" (list u1)) (with-nft .c "card" (list u2))', `${card(1)} ${card(2)}`, within],
    ['(with-nft .c "key" (list u1))', card(1), exceeds(128)],
    ['(with-nft .c "*" (list u1))', card(1), within],
    ['(with-nft .c "card" (list u1)) (with-nft .c "*" (list u2))', card(1), exceeds(1)],
    ['(with-nft .c "card" (list u1 u2))', `${card(1)} ${card(2)}`, within],
    ['(with-nft .c "card" (list))', card(1), exceeds(0)],
  ])('(%s) %s', (allowances, body, answer) => {
    expect(restricted(allowances, body)).toBe(answer);
  });

  test('assets of others than the owner need no allowance', () => {
    expect(restricted('', `(try! (as-contract? ((with-stx u1)) ${pay(1)}))`)).toBe(within);
    expect(restricted('(with-stx u1)', `(try! (as-contract? () ${pay(1)}))`)).toBe('(err u128)');
  });
});

test.each([
  ['(with-ft .c "1 gold" u1)', /^BadTokenName\("\\"1 gold\\""\)$/],
  ['(with-nft .c (concat "1" "card") (list u1))', /^BadTokenName\("\( concat \\"1\\" \\"card\\" \)"\)$/],
  ['(with-ft tx-sender "gold" u1)', /^ExpectedContractPrincipalValue\(/],
  ['(with-nft tx-sender "card" (list u1))', /^ExpectedContractPrincipalValue\(/],
])('an allowance for a token that cannot be fails: %s', (allowance, failure) => {
  expect(restricted(allowance, 'true')).toMatch(failure);
});

describe('what PoX does needs an allowance of its own', () => {
  // A stand-in for the boot contract: what follows its calls does not depend on its code.
  const BOOT = 'ST000000000000000000002AMW42H';
  const POX = `(define-public (unstake) (err u1))
(define-public (stake (amount uint)) (ok { staker: tx-sender, amount-ustx: amount, unlock-burn-height: u1000 }))`;
  const act = `(is-err (contract-call? '${BOOT}.pox-5 unstake))`;
  const stake = `(is-ok (contract-call? '${BOOT}.pox-5 stake u5))`;

  test.each([
    ['', act, '(err u128)'],
    ['(with-pox)', act, '(ok true)'],
    ['(with-stx u1) (with-pox)', act, '(ok true)'],
    ['(with-staking u9) (with-stx u9)', act, '(err u128)'],
    ['', stake, '(err u128)'],
    ['(with-staking u5)', stake, '(ok true)'],
    ['(with-staking u4)', stake, '(err u0)'],
    ['(with-pox) (with-staking u9) (with-staking u4)', stake, '(err u2)'],
    ['(with-stx u9) (with-pox)', stake, '(err u128)'],
    ['(with-pox) (with-staking u5)', `${act} ${stake}`, '(ok true)'],
    ['(with-staking u4)', `${act} ${stake}`, '(err u0)'],
  ])('(%s) %s', (allowances, body, answer) => {
    const session = sessionWith();
    session.deploy({ contract: `${BOOT}.pox-5`, source: POX });
    const source = `(define-public (run) (restrict-assets? tx-sender (${allowances}) ${body}))`;
    expect(session.deploy({ contract: `${DEPLOYER}.c`, source }).failure).toBeUndefined();
    expect(call(session, 'c', 'run')).toBe(answer);
  });
});

describe('as-contract?', () => {
  const open = (body: string, after: string) => {
    const run = `(define-public (run) (let ((inside ${body})) ${after}))`;
    const session = sessionWith({ contracts: { c: `(define-private (nothing) (if true none (some u1))) ${run}` } });
    session.fund(`${DEPLOYER}.c`, 100n);
    return session;
  };

  test('with-all-assets-unsafe allows everything', () => {
    const session = open(`(as-contract? ((with-all-assets-unsafe)) ${pay(50)} ${burn(50)} true)`, 'inside');
    expect(call(session, 'c', 'run')).toBe('(ok true)');
  });

  test.each([
    ['its payment', `(ok (stx-get-balance '${OTHER}))`, '(ok u0)'],
    ['sender and caller', '(ok (list tx-sender contract-caller))', `(ok (${DEPLOYER} ${DEPLOYER}))`],
  ])('a body that fails after it paid too much is undone: %s', (_name, after, answer) => {
    const failing = `(as-contract? () ${pay(5)} (unwrap-panic (nothing)) true)`;
    expect(call(open(failing, `(begin (asserts! (is-err inside) (err u1)) ${after})`), 'c', 'run')).toBe(answer);
  });
});

test('the depth and memory of a body that failed are free afterwards', () => {
  // A hundred times twenty calls, each with an argument of a megabyte: 128 calls and 100 MB are the most.
  const levels = Array.from({ length: 20 }, (_, at) => `(define-private (level-${at + 1} (big (buff 1048576))) (level-${at} big))`);
  const source = `${COMMON}
(define-private (level-0 (big (buff 1048576))) (begin (unwrap-panic (nothing)) u1))
${levels.join('\n')}
(define-private (again (at uint) (big (buff 1048576)))
  (begin (is-ok (restrict-assets? tx-sender () (is-ok (stx-transfer? u1 tx-sender '${OTHER})) (level-20 big))) big))
(define-public (run) (ok (len (fold again (list ${'u1 '.repeat(100)}) (mega)))))`;
  expect(call(sessionWith({ contracts: { c: source } }), 'c', 'run')).toBe('(ok u1048576)');
});
