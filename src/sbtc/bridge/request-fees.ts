import type { WithdrawalRequest } from './registry.js';
import type { BridgeStore } from './store.js';
import { type Sweep, shareFee } from './sweep.js';
import type { Deposit } from './types.js';

/**
 * The share of a deposit in the fee of its sweep. A request never pays more than its maximum: the signers pay what their own outputs cost.
 */
export function depositFee(sweep: Sweep, { txid, vout, maxFee }: Deposit, store: BridgeStore): bigint {
  const { deposits, fees } = feesOf(sweep, store);
  const share = fees.deposits[deposits.findIndex((other) => other.txid === txid && other.vout === vout)] ?? 0n;
  return least(share, maxFee);
}

function feesOf({ transaction, fee, payments }: Sweep, store: BridgeStore) {
  const deposits = transaction.inputs.flatMap((outpoint) => store.deposits.get(outpoint) ?? []);
  const scripts = [...payments.values()].map(({ script }) => script);
  const shared = { deposits: deposits.map(({ depositScript }) => depositScript), withdrawals: scripts };
  return { deposits, fees: shareFee(fee, shared) };
}

/** The share of a withdrawal, likewise. */
export function withdrawalFee(sweep: Sweep, id: bigint, { maxFee }: WithdrawalRequest, store: BridgeStore): bigint {
  const share = feesOf(sweep, store).fees.withdrawals[[...sweep.payments.keys()].indexOf(id)] ?? 0n;
  return least(share, maxFee);
}

/** Returns the smaller one. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
