import { describe, expect, test } from 'vitest';
import { type AssetMove, sumAssets } from '#dist/clarity/execution/asset-log.js';
import { violatedPostCondition } from '#dist/clarity/transaction/post-conditions.js';
import type { PostCondition, Transaction } from '#dist/clarity/transaction/transaction.js';
import { contractPrincipal, parsePrincipal } from '#dist/clarity/values/principal.js';
import { UIntValue } from '#dist/clarity/values/value.js';
import { call, DEPLOYER, OTHER, sessionWith } from '../run.js';
import { callOf, endOf, stx, transact } from './transact.js';

const SOURCE = `(define-fungible-token gold)
(define-non-fungible-token card uint)
(define-map saved uint bool)
(ft-mint? gold u100 tx-sender)
(nft-mint? card u1 tx-sender)
(nft-mint? card u2 tx-sender)
(define-public (pay (n uint)) (begin (map-set saved n true) (print n) (stx-transfer? n tx-sender '${OTHER}) ))
(define-public (burn (n uint)) (stx-burn? n tx-sender))
(define-public (pay-back (n uint))
  (begin (try! (pay n)) (as-contract? ((with-all-assets-unsafe)) (try! (stx-transfer? n tx-sender '${OTHER})))))
(define-public (gold-to-other (n uint)) (ft-transfer? gold n tx-sender '${OTHER}))
(define-public (card-to-other (n uint)) (nft-transfer? card n tx-sender '${OTHER}))
(define-public (nothing) (ok true))
(define-public (fail (n uint)) (begin (try! (pay n)) (err u7)))
(define-read-only (is-saved (n uint)) (map-get? saved n))`.replace(/^\((ft|nft)-mint.*$/gm, (line) => `(begin (is-ok ${line}))`);

const TOKEN = `${DEPLOYER}.assets`;
const gold = (code: 'eq' | 'lte', amount: bigint, owner?: string): PostCondition => {
  const principal = owner === undefined ? undefined : parsePrincipal(owner);
  return { type: 'ft', principal, asset: `${TOKEN}::gold`, code, amount };
};
const card = (code: 'sent' | 'not-sent' | 'maybe-sent', id: bigint): PostCondition => ({
  type: 'nft',
  asset: `${TOKEN}::card`,
  code,
  value: new UIntValue(id),
});

function open() {
  const session = sessionWith({ contracts: { assets: SOURCE } });
  session.fund(`${DEPLOYER}.assets`, 1000n);
  return session;
}

describe('conditions on amounts', () => {
  test.each([
    ['eq', 50n, true],
    ['eq', 49n, false],
    ['gt', 49n, true],
    ['gt', 50n, false],
    ['gte', 50n, true],
    ['gte', 51n, false],
    ['lt', 51n, true],
    ['lt', 50n, false],
    ['lte', 50n, true],
    ['lte', 49n, false],
  ] as const)('50 uSTX sent, %s %i', (code, amount, holds) => {
    const names = { eq: 'SentEq', gt: 'SentGt', gte: 'SentGe', lt: 'SentLt', lte: 'SentLe' };
    const reason = `Post-condition check failure on STX owned by ${DEPLOYER}: ${amount} ${names[code]} 50`;
    const end = endOf(transact(open(), callOf('assets', 'pay', 50n), { postConditions: [stx(code, amount)] }));
    expect(end).toBe(holds ? 'success (ok true)' : `abort_by_post_condition (ok true) ${reason}`);
  });

  test('burned STX count as sent', () => {
    expect(endOf(transact(open(), callOf('assets', 'burn', 5n), { postConditions: [stx('eq', 5n)] }))).toBe('success (ok true)');
    expect(endOf(transact(open(), callOf('assets', 'burn', 5n)))).toContain('BURNED::BURNED was moved by');
  });
});

describe('modes', () => {
  test('deny: what is moved must be covered; allow: need not; originator: that of others need not', () => {
    const run = (postConditionMode: 'allow' | 'deny' | 'originator', postConditions: readonly PostCondition[]) =>
      endOf(transact(open(), callOf('assets', 'pay-back', 5n), { postConditionMode, postConditions })).split(' ')[0];
    expect(run('allow', [])).toBe('success');
    expect(run('deny', [])).toBe('abort_by_post_condition');
    expect(run('deny', [stx('eq', 5n)])).toBe('abort_by_post_condition');
    expect(run('deny', [stx('eq', 5n), stx('eq', 5n, TOKEN)])).toBe('success');
    expect(run('originator', [])).toBe('abort_by_post_condition');
    expect(run('originator', [stx('eq', 5n)])).toBe('success');
  });

  test('a condition must hold in every mode', () => {
    for (const postConditionMode of ['allow', 'deny', 'originator'] as const) {
      const conditions = { postConditionMode, postConditions: [stx('gte', 1n)] };
      expect(endOf(transact(open(), callOf('assets', 'nothing'), conditions))).toContain(`STX owned by ${DEPLOYER}: 1 SentGe 0`);
    }
  });

  test('the first condition that does not hold is named, before what is not covered', () => {
    const postConditions = [gold('eq', 1n), stx('eq', 9n)];
    expect(endOf(transact(open(), callOf('assets', 'pay', 5n), { postConditions }))).toContain('gold owned by');
  });
});

describe('tokens', () => {
  test('fungible', () => {
    const run = (postConditions: readonly PostCondition[]) =>
      endOf(transact(open(), callOf('assets', 'gold-to-other', 5n), { postConditions }));
    expect(run([gold('eq', 5n)])).toBe('success (ok true)');
    expect(run([gold('eq', 5n, OTHER)])).toContain(`fungible asset ${TOKEN}::gold owned by ${OTHER}: 5 SentEq 0`);
    expect(run([stx('eq', 0n)])).toContain(`Fungible asset ${TOKEN}::gold was moved by ${DEPLOYER} but not checked`);
  });

  test('non-fungible', () => {
    const run = (postConditions: readonly PostCondition[]) =>
      endOf(transact(open(), callOf('assets', 'card-to-other', 1n), { postConditions }));
    expect(run([card('sent', 1n)])).toBe('success (ok true)');
    expect(run([card('maybe-sent', 1n)])).toBe('success (ok true)');
    expect(run([card('sent', 1n), card('not-sent', 2n)])).toBe('success (ok true)');
    expect(run([card('not-sent', 1n)])).toContain('UInt(1) NotSent [UInt(1)]');
    expect(run([card('sent', 2n)])).toContain('UInt(2) Sent [UInt(1)]');
    expect(run([card('maybe-sent', 2n)])).toContain('value UInt(1) was moved by');
    expect(run([])).toContain(`No checks for non-fungible asset ${TOKEN}::card moved by ${DEPLOYER}`);
  });
});

test('an aborted transaction leaves nothing but its nonce and fee', () => {
  const session = open();
  const outcome = transact(session, callOf('assets', 'pay', 50n), { fee: 1n });
  expect(outcome).toMatchObject({ status: 'abort_by_post_condition', stxBurned: 0n });
  const { balance, nonce } = session.state.account(parsePrincipal(DEPLOYER));
  expect([balance.total, nonce]).toEqual([999_999n, 1n]);
  expect(call(session, 'assets', 'is-saved', [new UIntValue(50n)])).toBe('none');
});

test('a call that answers (err …) can also violate a condition', () => {
  const end = endOf(transact(open(), callOf('assets', 'fail', 50n), { postConditions: [stx('eq', 50n)] }));
  expect(end).toMatch(/^abort_by_post_condition \(err u7\) .* 50 SentEq 0$/);
  expect(endOf(transact(open(), callOf('assets', 'fail', 50n)))).toBe('abort_by_response (err u7)');
});

test('conditions on staking and PoX exist from epoch 4.0 on', () => {
  const none: PostCondition[] = [
    { type: 'staking', code: 'eq', amount: 0n },
    { type: 'pox', code: 'not-performed' },
  ];
  expect(endOf(transact(open(), callOf('assets', 'nothing'), { postConditions: none }))).toBe('success (ok true)');
  const some: PostCondition[] = [{ type: 'pox', code: 'performed' }];
  const reason = `Post-condition check failure on PoX action by ${DEPLOYER}: Performed performed=false`;
  expect(endOf(transact(open(), callOf('assets', 'nothing'), { postConditions: some }))).toBe(
    `abort_by_post_condition (ok true) ${reason}`,
  );
  expect(contractPrincipal(parsePrincipal(DEPLOYER), 'assets').text).toBe(TOKEN);
});

describe('a condition on STX in deny mode covers what it was asked about', () => {
  const source = `${SOURCE}
(define-public (both) (begin (try! (stx-transfer? u1 tx-sender '${OTHER})) (stx-burn? u1 tx-sender)))
(define-public (burn-after-nothing) (stx-burn? u1 tx-sender))`;
  const end = (fn: string, ...conditions: PostCondition[]) => {
    const session = sessionWith({ contracts: { assets: source } });
    return endOf(transact(session, callOf('assets', fn), { postConditions: conditions }));
  };
  test.each(['both', 'burn-after-nothing'])('%s', (fn) => {
    const sent = fn === 'both' ? 2n : 1n;
    expect(end(fn, stx('eq', sent))).toBe('success (ok true)');
    expect(end(fn)).toMatch(/^abort_by_post_condition/);
    expect(end(fn, gold('lte', 5n))).toMatch(/^abort_by_post_condition/);
  });
});

// By `check_transaction_postconditions` of stacks-core 4.0.2. The moves are those of PoX, which needs its boot contract.
describe('what was staked, and actions of PoX', () => {
  const [origin, other] = [parsePrincipal(DEPLOYER), parsePrincipal(OTHER)];
  const staked = (amount: bigint, owner = origin): AssetMove => ({ type: 'stacking', owner, amount });
  const acted = (owner = origin): AssetMove => ({ type: 'pox', owner });
  const staking = (code: 'eq' | 'gt' | 'lte', amount: bigint, principal = origin): PostCondition => ({
    type: 'staking',
    principal,
    code,
    amount,
  });
  const pox = (code: 'performed' | 'not-performed' | 'maybe-performed', principal = origin): PostCondition => ({
    type: 'pox',
    principal,
    code,
  });
  const reasonOf = (
    moves: readonly AssetMove[],
    postConditions: readonly PostCondition[],
    postConditionMode: Transaction['postConditionMode'] = 'deny',
    checksStaking = true,
  ) => violatedPostCondition({ origin, postConditionMode, postConditions }, sumAssets(moves, true), checksStaking);

  const uncoveredStake = (owner: string) => `Post-condition check failure: 5 STX was staked by ${owner} but not checked`;
  const uncoveredAction = (owner: string) => `Post-condition check failure: ${owner} performed a PoX action but it was not checked`;
  const wrongStake = (shown: string) => `Post-condition check failure on STX staked by ${DEPLOYER}: ${shown}`;
  const wrongAction = (shown: string) => `Post-condition check failure on PoX action by ${DEPLOYER}: ${shown}`;

  test.each([
    ['a stake', [staked(5n)], [], uncoveredStake(DEPLOYER)],
    ['a stake with its condition', [staked(5n)], [staking('eq', 5n)], undefined],
    ['a stake with a condition that covers it', [staked(5n)], [staking('lte', 9n)], undefined],
    ['a stake with a wrong condition', [staked(5n)], [staking('eq', 4n)], wrongStake('4 SentEq 5')],
    ['two stakes with a condition on their sum', [staked(2n), staked(3n)], [staking('eq', 5n)], undefined],
    ['a stake of another account', [staked(5n, other)], [staking('eq', 0n)], uncoveredStake(OTHER)],
    ['a stake of another account with its condition', [staked(5n, other)], [staking('eq', 5n, other)], undefined],
    ['a stake with a condition on actions', [staked(5n)], [pox('maybe-performed')], uncoveredStake(DEPLOYER)],
    ['a stake with a condition on STX', [staked(5n)], [stx('eq', 0n)], uncoveredStake(DEPLOYER)],
    ['a stake of nothing', [staked(0n)], [], undefined],
    ['no stake with a condition', [], [staking('gt', 0n)], wrongStake('0 SentGt 0')],
    ['an action', [acted()], [], uncoveredAction(DEPLOYER)],
    ['an action with its condition', [acted()], [pox('performed')], undefined],
    ['an action with a condition that covers it', [acted()], [pox('maybe-performed')], undefined],
    ['an action with a wrong condition', [acted()], [pox('not-performed')], wrongAction('NotPerformed performed=true')],
    ['an action of another account', [acted(other)], [pox('not-performed')], uncoveredAction(OTHER)],
    ['an action of another account with its condition', [acted(other)], [pox('performed', other)], undefined],
    ['an action with a condition on stakes', [acted()], [staking('eq', 0n)], uncoveredAction(DEPLOYER)],
    ['no action with a condition', [], [pox('performed')], wrongAction('Performed performed=false')],
    ['both, with a condition on the stake', [acted(), staked(5n)], [staking('eq', 5n)], uncoveredAction(DEPLOYER)],
    ['both, with a condition on the action', [acted(), staked(5n)], [pox('performed')], uncoveredStake(DEPLOYER)],
    ['both, with conditions', [acted(), staked(5n)], [pox('performed'), staking('eq', 5n)], undefined],
  ])('deny mode: %s', (_what, moves, conditions, reason) => {
    expect(reasonOf(moves, conditions)).toBe(reason);
  });

  test('originator mode needs conditions for the origin alone, allow mode for none', () => {
    for (const [own, others] of [
      [staked(5n), staked(5n, other)],
      [acted(), acted(other)],
    ] as const) {
      expect(reasonOf([own], [], 'originator')).toContain('not checked');
      expect(reasonOf([others], [], 'originator')).toBeUndefined();
      expect(reasonOf([own, others], [], 'allow')).toBeUndefined();
    }
  });

  test('before epoch 4.0 they need no condition', () => {
    expect(reasonOf([staked(5n), acted()], [], 'deny', false)).toBeUndefined();
  });
});
