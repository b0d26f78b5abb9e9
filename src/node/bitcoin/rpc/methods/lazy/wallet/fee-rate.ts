import type { WalletView } from '../../../../wallet/history.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { Numeral } from '../../../json/json.js';

/** Returns a fee rate in sats per 1,000 virtual bytes. @param value sat/vB with at most 3 decimals; undefined for the fallback */
export function feeRateOf({ core }: WalletView, value: unknown): bigint {
  if (value === undefined || value === null) return core.fallbackFee;
  const text = value instanceof Numeral ? value.text : value;
  if (typeof text !== 'string') throw new RpcError(RPC_CODE.TYPE_ERROR, 'Amount is not a number or string');
  const match = /^(\d{1,12})(?:\.(\d{1,3})0*)?$/.exec(text);
  if (match === null) throw new RpcError(RPC_CODE.TYPE_ERROR, text.startsWith('-') ? 'Amount out of range' : 'Invalid amount');
  const rate = BigInt(match[1] ?? '0') * 1000n + BigInt((match[2] ?? '').padEnd(3, '0'));
  const least = core.mempool.policy.minRelayFeeRate;
  if (rate >= least) return rate;
  const per = (sats: bigint) => `${sats / 1000n}.${`${sats % 1000n}`.padStart(3, '0')} sat/vB`;
  throw new RpcError(RPC_CODE.INSUFFICIENT_FUNDS, `Fee rate (${per(rate)}) is lower than the minimum fee rate setting (${per(least)})`);
}
