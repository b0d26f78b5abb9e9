import type { BridgeStore } from './store.js';
import type { Found, SeenDeposit, SeenWithdrawal } from './view.js';

/** Keeps deposits outside of the limits pending. */
export async function limitDeposits(deposits: SeenDeposit[], { registry, store: { limits } }: Found): Promise<void> {
  const { perDepositMinimum, perDepositCap, pegCap } = limits;
  const supply = pegCap === null ? 0n : await registry.totalSupply();
  let minted = deposits.reduce((sum, { due }) => sum + (typeof due === 'object' ? due.mint.amount : 0n), 0n);
  for (const seen of deposits) {
    if (seen.due !== 'sweep') continue;
    const { amount } = seen.deposit;
    const reason =
      perDepositMinimum !== null && amount < perDepositMinimum
        ? `Its amount is below the minimum of ${perDepositMinimum} sats`
        : perDepositCap !== null && amount > perDepositCap
          ? `Its amount is above the cap of ${perDepositCap} sats`
          : pegCap !== null && supply + minted + amount > pegCap
            ? `With it, there would be more sBTC than the cap of ${pegCap} sats`
            : undefined;
    if (reason === undefined) minted += amount;
    else Object.assign(seen, { statusMessage: reason, due: undefined });
  }
}

/** Keeps withdrawals outside of the limits pending, until they expire. */
export function limitWithdrawals(withdrawals: SeenWithdrawal[], { store: { limits }, tip }: Found): void {
  const { perWithdrawalCap } = limits;
  let available = availableToWithdraw(withdrawals, limits, tip);
  for (const seen of withdrawals) {
    if (seen.due !== 'pay') continue;
    const { amount } = seen.request;
    const reason =
      perWithdrawalCap !== null && amount > perWithdrawalCap
        ? `Its amount is above the cap of ${perWithdrawalCap} sats`
        : available !== undefined && amount > available
          ? `Its amount is above the ${available} sats that can be withdrawn now`
          : undefined;
    if (reason !== undefined) Object.assign(seen, { statusMessage: reason, due: undefined });
    else if (available !== undefined) available -= amount;
  }
}

/** Returns what the rolling cap leaves, in sats; undefined without a cap. */
export function availableToWithdraw(
  withdrawals: readonly SeenWithdrawal[],
  { rollingWithdrawalBlocks, rollingWithdrawalCap }: BridgeStore['limits'],
  tip: number,
): bigint | undefined {
  if (rollingWithdrawalBlocks === null || rollingWithdrawalCap === null) return undefined;
  const paid = withdrawals
    .filter(({ status, request }) => ['accepted', 'confirmed'].includes(status) && request.burnHeight > tip - rollingWithdrawalBlocks)
    .reduce((sum, { request }) => sum + request.amount, 0n);
  return paid < rollingWithdrawalCap ? rollingWithdrawalCap - paid : 0n;
}
