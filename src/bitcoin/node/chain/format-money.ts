import { COIN } from '../../protocol/codec/transaction.js';

/** Formats sats as BTC with at least two decimals, as Core's log and reject messages do: 100000 is `0.001`. */
export function formatMoney(sats: bigint): string {
  const absolute = sats < 0n ? -sats : sats;
  const decimals = `${absolute % COIN}`.padStart(8, '0').replace(/0{1,6}$/, '');
  return `${sats < 0n ? '-' : ''}${absolute / COIN}.${decimals}`;
}
