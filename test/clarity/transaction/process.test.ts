import { describe, expect, test } from 'vitest';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { DEPLOYER, OTHER, sessionWith } from '../run.js';
import type { Session } from '../session.js';
import { callOf, endOf, transact, transferOf } from './transact.js';

const SOURCE = `(define-data-var total uint u0)
(define-public (add (n uint)) (begin (print n) (ok (var-set total (+ (var-get total) n)))))
(define-public (fail (n uint)) (begin (print n) (var-set total u99) (err n)))
(define-public (divide (n uint)) (begin (var-set total u99) (ok (/ u1 n))))
(define-public (sponsor) (ok tx-sponsor?))
(define-read-only (get-total) (var-get total))
(define-private (hidden) (ok true))`;

const deployer = parsePrincipal(DEPLOYER);
const other = parsePrincipal(OTHER);

function accountsOf(session: Session): (bigint | undefined)[] {
  return [deployer, other].flatMap((principal) => {
    const { balance, nonce } = session.state.account(principal);
    return [balance.total, nonce];
  });
}

const open = () => sessionWith({ contracts: { counter: SOURCE } });

describe('nonces and fees', () => {
  test('an executed transaction raises the nonce and pays its fee, even if it aborts', () => {
    const session = open();
    expect(endOf(transact(session, callOf('counter', 'add', 5n), { fee: 10n }))).toBe('success (ok true)');
    expect(endOf(transact(session, callOf('counter', 'fail', 7n), { fee: 10n }))).toBe('abort_by_response (err u7)');
    expect(endOf(transact(session, callOf('counter', 'divide', 0n), { fee: 10n }))).toBe('abort_by_response (err none) DivisionByZero');
    expect(accountsOf(session)).toEqual([999_970n, 3n, 0n, 0n]);
    expect(endOf(transact(session, callOf('counter', 'get-total')))).toBe('success u5');
  });

  test.each([1n, 5n])('another nonce (%i) leaves the state as it was', (nonce) => {
    const session = open();
    const outcome = endOf(transact(session, callOf('counter', 'add', 5n), { nonce, fee: 10n }));
    expect(outcome).toBe(`nonce: the nonce of ${DEPLOYER} is 0, but the transaction has ${nonce}`);
    expect(accountsOf(session)).toEqual([1_000_000n, 0n, 0n, 0n]);
  });

  test('a fee that cannot be paid leaves the state as it was', () => {
    const session = open();
    const outcome = endOf(transact(session, callOf('counter', 'add', 5n), { fee: 1_000_001n }));
    expect(outcome).toBe(`fee: ${DEPLOYER} cannot pay the fee of 1000001 uSTX`);
    expect(accountsOf(session)).toEqual([1_000_000n, 0n, 0n, 0n]);
  });

  test('a sponsor pays the fee, and has a nonce of its own', () => {
    const session = open();
    session.fund(OTHER, 100n);
    const sponsored = (nonce: bigint) => ({ sponsor: { principal: other, nonce }, fee: 30n });
    expect(endOf(transact(session, callOf('counter', 'sponsor'), sponsored(0n)))).toBe(`success (ok (some ${OTHER}))`);
    expect(accountsOf(session)).toEqual([1_000_000n, 1n, 70n, 1n]);
    expect(endOf(transact(session, callOf('counter', 'sponsor'), sponsored(0n)))).toMatch(/^nonce: the nonce of ST2.* is 1/);
    expect(accountsOf(session)).toEqual([1_000_000n, 1n, 70n, 1n]);
  });

  test('who sponsors itself has one nonce', () => {
    const session = open();
    transact(session, callOf('counter', 'sponsor'), { sponsor: { principal: deployer, nonce: 0n }, fee: 1n });
    expect(accountsOf(session)).toEqual([999_999n, 1n, 0n, 0n]);
  });
});

test('a receipt says how many STX were burned, also when a post-condition takes the call back; what was sent does not count', () => {
  const session = sessionWith({
    contracts: { burner: `(define-public (burn (n uint)) (begin (try! (stx-transfer? u7 tx-sender '${OTHER})) (stx-burn? n tx-sender)))` },
  });
  const burn = (n: bigint, mode: 'allow' | 'deny') => transact(session, callOf('burner', 'burn', n), { postConditionMode: mode });
  expect(burn(5n, 'allow')).toMatchObject({ status: 'success', stxBurned: 5n });
  expect(burn(3n, 'deny')).toMatchObject({ status: 'abort_by_post_condition', stxBurned: 3n });
  expect(burn(0n, 'allow')).toMatchObject({ status: 'abort_by_response', stxBurned: 0n });
  expect(accountsOf(session)).toEqual([999_988n, 3n, 7n, 0n]);
});

describe('transfers', () => {
  test('move STX and report it', () => {
    const session = open();
    const outcome = transact(session, transferOf(OTHER, 40n), { fee: 2n });
    expect(endOf(outcome)).toBe('success (ok true)');
    expect(outcome).toMatchObject({ events: [{ type: 'stx-transfer', amount: 40n }], stxBurned: 0n, cost: { runtime: 0, readCount: 0 } });
    expect(accountsOf(session)).toEqual([999_958n, 1n, 40n, 0n]);
  });

  test.each([
    ['to oneself', DEPLOYER, 1n, 'invalid: Invalid TokenTransfer: address tried to send to itself'],
    ['of nothing', OTHER, 0n, `balance: ${DEPLOYER} cannot transfer 0 uSTX`],
    ['of more than there is', OTHER, 999_999n, `balance: ${DEPLOYER} cannot transfer 999999 uSTX`],
  ])('%s are in no block, and pay no fee', (_what, recipient, amount, reason) => {
    const session = open();
    expect(endOf(transact(session, transferOf(recipient, amount), { fee: 2n }))).toBe(reason);
    expect(accountsOf(session)).toEqual([1_000_000n, 0n, 0n, 0n]);
  });

  test('have no post-conditions', () => {
    const conditions = { postConditions: [{ type: 'stx', code: 'eq', amount: 1n }] } as const;
    expect(endOf(transact(open(), transferOf(OTHER, 1n), conditions))).toBe(
      'invalid: Invalid Stacks transaction: TokenTransfer transactions do not support post-conditions',
    );
  });
});

describe('deploys', () => {
  const deploy = (name: string, source: string, version?: 1 | 6) => ({ type: 'deploy', name, source, version }) as const;

  test('make a contract once', () => {
    const session = open();
    const receipt = transact(session, deploy('new', '(define-public (f) (ok (print u1))) (f)'));
    expect(endOf(receipt)).toBe('success (ok true)');
    expect(receipt).toMatchObject({ events: [{ type: 'print' }] });
    expect(endOf(transact(session, deploy('new', 'true')))).toBe(`invalid: Duplicate contract '${DEPLOYER}.new'`);
  });

  test.each([
    ['(unwrap-panic (if true none (some 1)))', 'UnwrapFailure'],
    ['(+ 1 true)', ":0:0: expecting expression of type 'int', found 'bool'"],
    ['(+ 1', "expected closing ')'"],
    ['(/ 1 0)', 'DivisionByZero'],
  ])('%s aborts', (source, error) => {
    const session = open();
    expect(endOf(transact(session, deploy('new', source), { fee: 3n }))).toBe(`abort_by_response (err none) ${error}`);
    expect(session.state.contract(parsePrincipal(`${DEPLOYER}.new`))).toBeUndefined();
    expect(accountsOf(session)).toEqual([999_997n, 1n, 0n, 0n]);
  });

  test('with a version of Clarity that the epoch does not have are in no block', () => {
    expect(endOf(transact(sessionWith({ epoch: '3.4' }), deploy('new', 'true', 6)))).toBe('invalid: epoch 3.4 has no Clarity 6');
  });
});

describe('calls', () => {
  test.each([
    ['nowhere', 'f', `abort_by_response (err none) NoSuchContract("${DEPLOYER}.nowhere")`],
    ['counter', 'unknown', 'abort_by_response (err none) UndefinedFunction("unknown")'],
    ['counter', 'hidden', `abort_by_response (err none) NoSuchPublicFunction("${DEPLOYER}.counter", "hidden")`],
    ['counter', 'add', 'abort_by_response (err none) IncorrectArgumentCount(1, 0)'],
  ])('%s %s', (contract, fn, end) => {
    expect(endOf(transact(open(), callOf(contract, fn)))).toBe(end);
  });

  test('what the tenure cost before counts for its limit, but not as a cost of the transaction', () => {
    const run = (options: Parameters<typeof transact>[2]) => transact(open(), callOf('counter', 'add', 5n), options);
    const alone = run({});
    if (alone.type !== 'receipt') throw new Error(alone.reason);
    const limit = alone.cost;
    const spent = { runtime: 1, readCount: 0, readLength: 0, writeCount: 0, writeLength: 0 };
    expect(endOf(run({ limit }))).toBe('success (ok true)');
    expect(endOf(run({ limit, spent }))).toMatch(/^too-expensive: CostBalanceExceeded\(/);
    expect(run({ limit: { ...limit, runtime: limit.runtime + 1 }, spent })).toMatchObject({ status: 'success', cost: alone.cost });
  });

  test('what costs more than a block may is in none, and changes nothing', () => {
    const session = open();
    const limit = { runtime: 1_000_000, readCount: 3, readLength: 100_000, writeCount: 10, writeLength: 100_000 };
    expect(endOf(transact(session, callOf('counter', 'add', 5n), { fee: 10n, limit }))).toMatch(/^too-expensive: CostBalanceExceeded\(/);
    expect(accountsOf(session)).toEqual([1_000_000n, 0n, 0n, 0n]);
  });
});
