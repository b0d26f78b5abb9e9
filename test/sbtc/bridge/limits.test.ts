import { expect, test } from 'vitest';
import { availableToWithdraw, limitDeposits, limitWithdrawals } from '#dist/sbtc/bridge/apply-limits.js';
import type { BridgeLimits } from '#dist/sbtc/bridge/types.js';
import type { Found, SeenDeposit, SeenWithdrawal } from '#dist/sbtc/bridge/view.js';

const NONE: BridgeLimits = {
  ...{ pegCap: null, perDepositMinimum: null, perDepositCap: null },
  ...{ perWithdrawalCap: null, rollingWithdrawalBlocks: null, rollingWithdrawalCap: null },
};
const TIP = 200;

/** What a look at the chains found, as far as limits need it. */
const found = (limits: Partial<BridgeLimits>, supply = 0n) =>
  ({ store: { limits: { ...NONE, ...limits } }, tip: TIP, registry: { totalSupply: async () => supply } }) as unknown as Found;
const deposit = (amount: bigint, due: SeenDeposit['due'] = 'sweep') =>
  ({ deposit: { amount }, status: 'pending', statusMessage: '', due }) as unknown as SeenDeposit;
const withdrawal = (
  amount: bigint,
  { status = 'pending', burnHeight = TIP, due = 'pay' }: Partial<SeenWithdrawal> & { burnHeight?: number } = {},
) => ({ request: { amount, burnHeight }, status, statusMessage: '', due }) as unknown as SeenWithdrawal;
const paid = (amount: bigint, burnHeight: number, status: SeenWithdrawal['status'] = 'confirmed') => {
  return { ...withdrawal(amount, { status, burnHeight }), due: undefined };
};

async function deposits(limits: Partial<BridgeLimits>, all: SeenDeposit[], supply?: bigint): Promise<string[]> {
  await limitDeposits(all, found(limits, supply));
  return all.map(({ due, statusMessage }) => statusMessage || (typeof due === 'object' ? 'mint' : `${due}`));
}
function withdrawals(limits: Partial<BridgeLimits>, all: SeenWithdrawal[]): string[] {
  limitWithdrawals(all, found(limits));
  return all.map(({ due, statusMessage }) => statusMessage || `${due}`);
}

test('default: no limits', async () => {
  expect(await deposits({}, [deposit(1n), deposit(10n ** 15n)])).toEqual(['sweep', 'sweep']);
  expect(withdrawals({}, [withdrawal(1n), withdrawal(10n ** 15n)])).toEqual(['pay', 'pay']);
});

test('behavior: the least and the most that a deposit may have', async () => {
  const all = [99n, 100n, 200n, 201n].map((amount) => deposit(amount));
  expect(await deposits({ perDepositMinimum: 100n, perDepositCap: 200n }, all)).toEqual([
    'Its amount is below the minimum of 100 sats',
    'sweep',
    'sweep',
    'Its amount is above the cap of 200 sats',
  ]);
});

test('behavior: the cap of all sBTC counts what exists, what is being minted, and each deposit before', async () => {
  const mint = { mint: { amount: 50n, sweep: { txid: '', hash: '', height: 1 } } };
  const above = 'With it, there would be more sBTC than the cap of 1000 sats';
  const all = [deposit(60n, mint), deposit(100n), deposit(51n), deposit(50n), deposit(1n)];
  expect(await deposits({ pegCap: 1_000n }, all, 800n)).toEqual(['mint', 'sweep', above, 'sweep', above]);
});

test('behavior: the cap of one withdrawal', () => {
  expect(withdrawals({ perWithdrawalCap: 100n }, [withdrawal(100n), withdrawal(101n)])).toEqual([
    'pay',
    'Its amount is above the cap of 100 sats',
  ]);
});

test('behavior: the rolling cap counts each withdrawal before, and what was accepted in its blocks', () => {
  const limits = { rollingWithdrawalBlocks: 10, rollingWithdrawalCap: 100n };
  const all = [
    ...[paid(30n, TIP - 9), paid(10n, TIP, 'accepted'), paid(500n, TIP - 10), paid(500n, TIP, 'failed')],
    ...[withdrawal(40n), withdrawal(21n), withdrawal(20n), withdrawal(1n)],
  ];
  expect(withdrawals(limits, all).slice(4)).toEqual([
    'pay',
    'Its amount is above the 20 sats that can be withdrawn now',
    'pay',
    'Its amount is above the 0 sats that can be withdrawn now',
  ]);
  const left = (amount: bigint) => availableToWithdraw([paid(amount, TIP)], { ...NONE, ...limits }, TIP);
  expect([left(99n), left(100n), left(101n)]).toEqual([1n, 0n, 0n]);
  expect(availableToWithdraw(all, { ...NONE, rollingWithdrawalCap: 1n }, TIP)).toBeUndefined();
  expect(availableToWithdraw(all, { ...NONE, rollingWithdrawalBlocks: 1 }, TIP)).toBeUndefined();
});
