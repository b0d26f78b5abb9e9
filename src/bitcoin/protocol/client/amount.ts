import { DevnetError } from '../../../base/error.js';
import { showValue } from '../../../base/show-value.js';

/** Sats in one bitcoin. */
const SATS_PER_BTC = 100_000_000n;

/**
 * Converts a node's amount in BTC to sats. It is a number, or a string if it has more than 15 characters. Both are exact at 8 places,
 * because doubles distinguish all multiples of 1e-8 up to 21 million.
 * @throws DevnetError RPC if it is not an amount
 */
export function toSats(btc: unknown): bigint {
  const text = typeof btc === 'number' ? btc.toFixed(8) : btc;
  const match = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d{1,8})0*)?$/.exec(text) : null;
  if (match === null) throw new DevnetError('RPC', `the Bitcoin node gave ${showValue(btc)} where an amount in BTC was expected`);
  const [, sign, whole = '0', fraction = ''] = match;
  const sats = BigInt(whole) * SATS_PER_BTC + BigInt(fraction.padEnd(8, '0'));
  return sign === '-' ? -sats : sats;
}

/** Formats sats for people: `1.5 BTC`. */
export function formatBtc(sats: bigint): string {
  const fraction = `${sats % SATS_PER_BTC}`.padStart(8, '0').replace(/0+$/, '');
  return `${sats / SATS_PER_BTC}${fraction === '' ? '' : `.${fraction}`} BTC`;
}
