import type { WalletView } from '../../../../wallet/history.js';
import { leastFeeRate } from '../../../../wallet/spend.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { Numeral } from '../../../json/json.js';
import { toInt32 } from '../../../json/numeral.js';

const MODES = ['unset', 'economical', 'conservative'];
const MOST_TARGET = 1008;

/** How a call chooses its fee: a rate in sat/vB, or a target, which the node answers with the fallback. */
type FeeChoice = { target: unknown; mode: unknown; rate: unknown };

/** Returns a fee rate in sats per 1,000 virtual bytes, or undefined without one (Core's `SetFeeEstimateMode`). @throws RpcError −3, −8 */
export function givenFeeRate({ target, mode, rate }: FeeChoice): bigint | undefined {
  const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, message);
  if (rate !== undefined && rate !== null) {
    if (target !== undefined && target !== null) {
      const advice = 'Please provide either a confirmation target in blocks for automatic fee estimation, or an explicit fee rate.';
      throw invalid(`Cannot specify both conf_target and fee_rate. ${advice}`);
    }
    if (typeof mode === 'string' && mode !== 'unset') throw invalid('Cannot specify both estimate_mode and fee_rate');
    return parseFeeRate(rate);
  }
  if (typeof mode === 'string' && !MODES.includes(mode.toLowerCase())) {
    throw invalid('Invalid estimate_mode parameter, must be one of: "unset", "economical", "conservative"');
  }
  if (target instanceof Numeral) {
    const blocks = toInt32(target);
    if (blocks < 1 || blocks > MOST_TARGET) throw invalid(`Invalid conf_target, must be between 1 and ${MOST_TARGET}`);
  }
  return undefined;
}

/** Returns the fee rate of a call, or the node's fallback, raised to the minimum. @throws RpcError −4 without both */
export function feeRateOf(view: WalletView, choice: FeeChoice): bigint {
  const given = givenFeeRate(choice);
  if (given !== undefined) return given;
  const { payFeeRate } = view.state;
  if (payFeeRate > 0n && (choice.target === undefined || choice.target === null)) return leastFeeRate(view, payFeeRate);
  const { fallbackFee } = view.core.walletDefaults;
  if (fallbackFee === 0n) {
    const message = 'Fee estimation failed. Fallbackfee is disabled. Wait a few blocks or enable -fallbackfee.';
    throw new RpcError(RPC_CODE.WALLET_ERROR, message);
  }
  return leastFeeRate(view, fallbackFee, view.core.mempool.minFeeRate());
}

/** Parses sat/vB with at most 3 decimals. */
function parseFeeRate(value: unknown): bigint {
  const text = value instanceof Numeral ? value.text : value;
  if (typeof text !== 'string') throw new RpcError(RPC_CODE.TYPE_ERROR, 'Amount is not a number or string');
  const match = /^(\d{1,12})(?:\.(\d{1,3})0*)?$/.exec(text);
  if (match === null) throw new RpcError(RPC_CODE.TYPE_ERROR, /^-\d/.test(text) ? 'Amount out of range' : 'Invalid amount');
  return BigInt(match[1] ?? '0') * 1000n + BigInt((match[2] ?? '').padEnd(3, '0'));
}
