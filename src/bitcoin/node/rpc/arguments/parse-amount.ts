import { RPC_CODE, RpcError } from '../error.js';
import { Numeral } from '../json/json.js';

const MAX_SATS = 2_100_000_000_000_000n;
/** Core rejects decimal text beyond this. */
const LARGEST_FIXED = 10n ** 18n - 1n;

/** Parses an amount in BTC, a number or string with at most 8 decimals, to sats. @throws RpcError −3 with Core's messages */
export function parseAmount(value: unknown): bigint {
  const text = value instanceof Numeral ? value.text : value;
  if (typeof text !== 'string') throw new RpcError(RPC_CODE.TYPE_ERROR, 'Amount is not a number or string');
  const sats = parseFixed(text);
  if (sats === undefined) throw new RpcError(RPC_CODE.TYPE_ERROR, 'Invalid amount');
  if (sats < 0n || sats > MAX_SATS) throw new RpcError(RPC_CODE.TYPE_ERROR, 'Amount out of range');
  return sats;
}

/** Parses decimal text, with or without exponent, and multiplies it by 10^8. Returns undefined if the product is not an integer. */
function parseFixed(text: string): bigint | undefined {
  const match = /^(-?)(0|[1-9]\d{0,17})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = 8 + Number(exponent) - fraction.length;
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % scale !== 0n) return undefined;
  const value = shift < 0 ? digits / scale : digits * scale;
  if (value > LARGEST_FIXED) return undefined;
  return sign === '-' ? -value : value;
}
