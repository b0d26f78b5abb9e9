import type { MempoolEntry } from '../../mempool/entry.js';
import { feeFor } from '../../mempool/policy/policy.js';
import { RPC_CODE, RpcError } from '../error.js';
import type { Arguments } from './arguments.js';

/** 0.10 BTC/kvB. */
const DEFAULT_MAX_FEE_RATE = 10_000_000n;
const MAX_FEE_RATE_LIMIT = 100_000_000n;

export const MAX_FEE_RATE = {
  name: 'maxfeerate',
  type: 'amount',
  description: 'Reject transactions with a higher fee rate, in BTC/kvB; 0 for no limit.',
  default: '0.10',
} as const;
export const MAX_BURN_AMOUNT = {
  name: 'maxburnamount',
  type: 'amount',
  description: 'Reject unspendable outputs above this amount, in BTC.',
  default: '0.00',
} as const;

/** Returns the argument {@link MAX_FEE_RATE} in sats per 1,000 virtual bytes. @throws RpcError */
export function maxFeeRate(args: Arguments): bigint {
  if (!args.has('maxfeerate')) return DEFAULT_MAX_FEE_RATE;
  const rate = args.amount('maxfeerate');
  if (rate >= MAX_FEE_RATE_LIMIT)
    throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Fee rates larger than or equal to 1BTC/kvB are not accepted');
  return rate;
}

/** Whether a fee exceeds the rate for the size in virtual bytes. */
export function paysTooMuch({ fee, vsize }: Pick<MempoolEntry, 'fee' | 'vsize'>, rate: bigint): boolean {
  const most = feeFor(rate, vsize);
  return most > 0n && fee > most;
}
