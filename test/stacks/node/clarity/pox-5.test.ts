import { expect, test } from 'vitest';
import type { PostCondition } from '#dist/clarity/transaction/transaction.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { BOOT, call, DEPLOYER, FUNDS, testChain, uint, WALLET } from './support.js';

const POX_5 = `${BOOT}.pox-5`;
/** As little of pox-5 as the VM needs to lock: the result of a call that changes a position, which the call also prints. */
const SOURCE = `
  (define-private (change (topic (string-ascii 20)) (amount uint) (unlock uint))
    (let ((result { staker: tx-sender, amount-ustx: amount, unlock-burn-height: unlock }))
      (print (merge { topic: topic } result))
      (ok result)))
  (define-public (set-burnchain-parameters (first uint) (prepare uint) (reward uint) (cycle uint)) (ok cycle))
  (define-public (stake (amount uint)) (change "stake" amount u200))
  (define-public (stake-update (amount uint)) (change "stake-update" amount u220))
  (define-public (unstake (possible bool)) (if possible (change "unstake" u0 u180) (err u27)))`;

const options = {
  epoch: '4.0',
  burnHeight: 130,
  bootContracts: [{ contract: POX_5, source: SOURCE, epoch: 'Epoch40', clarityVersion: 6 }],
};

const TRUE = '03';
const FALSE = '04';
const staking = (amount: bigint, principal?: string): PostCondition => ({
  type: 'staking',
  principal: principal === undefined ? undefined : parsePrincipal(principal),
  code: 'eq',
  amount,
});
const pox = (code: 'performed' | 'not-performed' | 'maybe-performed'): PostCondition => ({ type: 'pox', code });
const failure = 'Post-condition check failure';

const CASES: [fn: string, argument: string, conditions: PostCondition[], violation: string | undefined][] = [
  ['stake', uint(500), [staking(500n)], undefined],
  ['stake', uint(500), [staking(500n, DEPLOYER)], undefined],
  ['stake', uint(500), [], `${failure}: 500 STX was staked by ${DEPLOYER} but not checked`],
  ['stake', uint(500), [staking(0n, WALLET)], `${failure}: 500 STX was staked by ${DEPLOYER} but not checked`],
  ['stake', uint(500), [staking(499n)], `${failure} on STX staked by ${DEPLOYER}: 499 SentEq 500`],
  ['stake', uint(500), [staking(500n), pox('performed')], `${failure} on PoX action by ${DEPLOYER}: Performed performed=false`],
  ['stake-update', uint(700), [staking(700n), pox('not-performed')], undefined],
  ['unstake', TRUE, [pox('performed')], undefined],
  ['unstake', TRUE, [pox('maybe-performed'), staking(0n)], undefined],
  ['unstake', TRUE, [], `${failure}: ${DEPLOYER} performed a PoX action but it was not checked`],
  ['unstake', TRUE, [pox('not-performed')], `${failure} on PoX action by ${DEPLOYER}: NotPerformed performed=true`],
  ['unstake', FALSE, [], `${failure}: ${DEPLOYER} performed a PoX action but it was not checked`],
];

test('behavior: in deny mode, conditions must cover what pox-5 locks and each change of a position, even a refused one', async () => {
  const chain = await testChain(options);
  const free = chain.capture();
  chain.mineOk(call(POX_5, 'stake', [uint(400)]));
  const staked = chain.capture();
  for (const [fn, argument, postConditions, violation] of CASES) {
    chain.restore(fn === 'stake' ? free : staked);
    const before = await chain.view.account(DEPLOYER);
    const title = `${fn} ${argument} ${postConditions.map(({ type, code }) => `${type} ${code}`).join(', ')}`;
    const result = chain.mine(call(POX_5, fn, [argument], { postConditionMode: 'deny', postConditions, fee: 0n }));
    expect(result, title).toMatchObject({
      status: violation === undefined ? 'success' : 'abort_by_post_condition',
      vmError: violation ?? null,
    });
    if (violation !== undefined) {
      expect(await chain.view.account(DEPLOYER), title).toEqual({ ...before, nonce: before.nonce + 1n });
    }
  }
});

test('behavior: a call that breaks an invariant of PoX is in no block, and costs nothing', async () => {
  const chain = await testChain(options);
  expect(chain.run(call(POX_5, 'stake', [uint(0)]))).toMatchObject({
    status: 'invalid',
    reason: 'Internal(Expect("cannot lock 0 µSTX"))',
  });
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS);
});
