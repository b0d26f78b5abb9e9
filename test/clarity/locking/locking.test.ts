import { expect, test } from 'vitest';
import type { EpochName } from '#dist/clarity/epoch.js';
import type { PoxCall } from '#dist/clarity/locking/host.js';
import { afterPoxCall, poxVersionOf } from '#dist/clarity/locking/locking.js';
import { StxBalance } from '#dist/clarity/state/stx-balance.js';
import type { PoxVersion } from '#dist/clarity/state/unlock-heights.js';
import { errOf, okOf, tupleOfEntries } from '#dist/clarity/values/construct.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { IntValue, NONE, TRUE, UIntValue, type Value } from '#dist/clarity/values/value.js';
import { type Host, recordedHost } from './recorded-host.js';

const STAKER = parsePrincipal('ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM');
const uint = (value: number) => new UIntValue(BigInt(value));

/** A host at burn height 150, where 1000 µSTX of the staker are free. */
function hostIn(epoch: EpochName, lock?: { amount: bigint; unlockHeight: number; version: PoxVersion }): Host {
  const world = { epoch, unlock: [104, 110, 120, 142] as const, height: 150, first: 0, rewardLength: 20, prepareLength: 5, balances: {} };
  const host = recordedHost(world);
  host.balances.set(STAKER.text, new StxBalance(1000n, lock));
  return host;
}

function callOf(version: PoxVersion, fn: string, result: Value, args: readonly Value[] = []): PoxCall {
  const contract = parsePrincipal(`ST000000000000000000002AMW42H.pox${version === 1 ? '' : `-${version}`}`);
  return { version, contract, fn, isReadOnly: fn.startsWith('get-'), args, result, sender: STAKER };
}

const staked = (amount: number, unlockHeight: number) =>
  okOf(
    tupleOfEntries([
      ['staker', STAKER],
      ['amount-ustx', uint(amount)],
      ['unlock-burn-height', uint(unlockHeight)],
    ]),
  );

const stacked = (fields: Record<string, number>) =>
  okOf(tupleOfEntries([['stacker', STAKER] as const, ...Object.entries(fields).map(([name, value]) => [name, uint(value)] as const)]));

test('default: a stake is locked and reported', () => {
  const host = hostIn('4.0');
  afterPoxCall(host, callOf(5, 'stake', staked(600, 200)));
  expect(host.balances.get(STAKER.text)).toEqual(new StxBalance(400n, { amount: 600n, unlockHeight: 200, version: 5 }));
  expect(host.events).toEqual([['lock', STAKER.text, '600', '200']]);
  expect(host.stacking).toEqual({ [STAKER.text]: '600' });
  expect(host.charges).toEqual([['StxTransfer', 1]]);
});

test('behavior: PoX contracts are those of the boot address of the network', () => {
  const version = (contract: string, network: 'mainnet' | 'testnet') => poxVersionOf(parsePrincipal(contract), network);
  expect(version('ST000000000000000000002AMW42H.pox', 'testnet')).toBe(1);
  expect(version('ST000000000000000000002AMW42H.pox-5', 'testnet')).toBe(5);
  expect(version('ST000000000000000000002AMW42H.pox-5', 'mainnet')).toBeUndefined();
  expect(version('SP000000000000000000002Q6VF78.pox-4', 'mainnet')).toBe(4);
  expect(version('ST000000000000000000002AMW42H.pox-6', 'testnet')).toBeUndefined();
  expect(version('ST000000000000000000002AMW42H', 'testnet')).toBeUndefined();
  expect(version(`${STAKER.text}.pox-5`, 'testnet')).toBeUndefined();
});

test('behavior: each version has an end, after which only its read-only functions may be called', () => {
  const cases = [
    [1, '2.1', true], // ends at a height, here 104
    [2, '2.1', false],
    [2, '2.2', true],
    [3, '2.4', false],
    [3, '2.5', true],
    [4, '3.4', false],
    [4, '4.0', true],
    [5, '4.1', false],
  ] as const;
  for (const [version, epoch, isDefunct] of cases) {
    const failed = callOf(version, 'allow-contract-caller', errOf(new IntValue(9n)));
    const run = () => afterPoxCall(hostIn(epoch), failed);
    if (isDefunct) expect(run, `${version} in ${epoch}`).toThrow('DefunctPoxContract');
    else expect(run, `${version} in ${epoch}`).not.toThrow();
    afterPoxCall(hostIn(epoch), callOf(version, 'get-pox-info', okOf(TRUE)));
  }
  const listed = (version: PoxVersion) => () =>
    afterPoxCall(hostIn('4.0'), { ...callOf(version, 'check-caller-allowed', TRUE), isReadOnly: true });
  expect(listed(3)).toThrow('DefunctPoxContract');
  expect(listed(4)).not.toThrow();
});

test('behavior: a lock is charged also if the call failed', () => {
  const failed = errOf(uint(47));
  for (const fn of ['stake', 'stake-update', 'unstake', 'register-for-bond']) {
    const host = hostIn('4.0');
    afterPoxCall(host, callOf(5, fn, failed));
    expect([host.charges, host.events], fn).toEqual([[['StxTransfer', 1]], []]);
  }
  const host = hostIn('3.4');
  afterPoxCall(host, callOf(4, 'delegate-stack-increase', errOf(new IntValue(3n))));
  expect(host.charges).toEqual([['StxTransfer', 1]]);
  const other = hostIn('4.0');
  afterPoxCall(other, callOf(5, 'setup-bond', failed));
  expect(other.charges).toEqual([]);
});

test('behavior: attempts to change a position are actions of pox-5', () => {
  for (const fn of ['unstake', 'unstake-sbtc', 'update-bond-registration', 'announce-l1-early-exit']) {
    const host = hostIn('4.0');
    afterPoxCall(host, callOf(5, fn, errOf(uint(34))));
    expect(host.pox, fn).toEqual([STAKER.text]);
  }
});

test('behavior: a position of pox-5 follows another one without a gap, with less STX', () => {
  const host = hostIn('4.0', { amount: 500n, unlockHeight: 160, version: 5 });
  afterPoxCall(host, callOf(5, 'register-for-bond', staked(200, 400)));
  expect(host.balances.get(STAKER.text)).toEqual(new StxBalance(1300n, { amount: 200n, unlockHeight: 400, version: 5 }));
});

test('behavior: locks of pox-4 end with the begin of epoch 4.0', () => {
  const lock = { amount: 500n, unlockHeight: 300, version: 4 } as const;
  const host = hostIn('4.0', lock);
  afterPoxCall(host, callOf(5, 'stake', staked(1500, 200)));
  expect(host.balances.get(STAKER.text)).toEqual(new StxBalance(0n, { amount: 1500n, unlockHeight: 200, version: 5 }));
  const stack = stacked({ 'lock-amount': 1, 'unlock-burn-height': 200 });
  expect(() => afterPoxCall(hostIn('3.4', lock), callOf(4, 'stack-stx', stack, [NONE, NONE, NONE, NONE]))).toThrow('PoxAlreadyLocked');
});

test('behavior: only what owners do themselves is in the asset map', () => {
  const lock = { amount: 500n, unlockHeight: 300, version: 4 } as const;
  const extend = stacked({ 'unlock-burn-height': 320 });
  for (const [fn, stacking] of [
    ['stack-extend', { [STAKER.text]: '500' }],
    ['delegate-stack-extend', {}],
  ] as const) {
    const host = hostIn('3.4', lock);
    afterPoxCall(host, callOf(4, fn, extend, [STAKER, uint(1), uint(1)]));
    expect(host.stacking, fn).toEqual(stacking);
    expect(host.balances.get(STAKER.text)?.lock?.unlockHeight, fn).toBe(320);
  }
});

test('error: a second delegation in one savepoint, also a failed one', () => {
  const host = hostIn('3.4');
  const delegate = callOf(4, 'delegate-stx', errOf(new IntValue(20n)), [uint(7), STAKER, NONE, NONE]);
  afterPoxCall(host, delegate);
  expect(host.stacking).toEqual({ [STAKER.text]: '7' });
  expect(() => afterPoxCall(host, delegate)).toThrow('PoxStxAssetMapOverwrite');
});

test('error: pox knows no locks of pox-2', () => {
  const lock = { amount: 500n, unlockHeight: 300, version: 2 } as const;
  const world = { epoch: '2.1', unlock: [104, 110, 120, 142], first: 0, rewardLength: 20, prepareLength: 5 } as const;
  const host = recordedHost({ ...world, height: 100, balances: {} });
  host.balances.set(STAKER.text, new StxBalance(1000n, lock));
  const answer = stacked({ 'lock-amount': 5, 'unlock-burn-height': 200 });
  expect(() => afterPoxCall(host, callOf(1, 'stack-stx', answer))).toThrow('DefunctPoxContract');
});

test('error: answers that no PoX contract gives', () => {
  const run = (fn: string, result: Value, lock?: Parameters<typeof hostIn>[1]) => () =>
    afterPoxCall(hostIn('4.0', lock), callOf(5, fn, result));
  const lock = { amount: 500n, unlockHeight: 300, version: 5 } as const;
  expect(run('stake', TRUE)).toThrow('without a response');
  expect(run('stake', okOf(TRUE))).toThrow('without a tuple');
  expect(run('stake', okOf(tupleOfEntries([['staker', TRUE]])))).toThrow("without the principal 'staker'");
  expect(run('stake', stacked({ 'amount-ustx': 1 }))).toThrow("without the principal 'staker'");
  expect(run('stake', staked(0, 200))).toThrow('cannot lock 0');
  expect(run('stake', staked(1001, 200))).toThrow('more STX than the account has');
  expect(run('stake', staked(5, 150))).toThrow('cannot end at burn height 150');
  expect(run('stake', staked(5, 300), lock)).toThrow('cannot move from burn height 300 to 300');
  expect(run('stake-update', staked(499, 320), lock)).toThrow('cannot lower');
  expect(run('stake-update', staked(499, 320))).toThrow('has no lock');
  expect(run('unstake', staked(499, 320))).toThrow('has no lock');
});
