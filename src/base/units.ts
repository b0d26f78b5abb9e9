import { invalid } from './error.js';

/** Formats base units as a decimal number: `formatUnits('150000000', 8)` is `1.5`. Other text is returned unchanged. */
export function formatUnits(units: string, decimals: number): string {
  if (!/^\d+$/.test(units)) return units;
  const digits = units.padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals).replace(/^0+(?=\d)/, '');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A coin as people write amounts of it: `base` is the unit of a plain number. */
export type Unit = { symbol: string; decimals: number; base: string };

export const STX: Unit = { symbol: 'STX', decimals: 6, base: 'micro-STX' };
export const BTC: Unit = { symbol: 'BTC', decimals: 8, base: 'sats' };
export const SBTC: Unit = { symbol: 'sBTC', decimals: 8, base: 'sats' };

/** Reads an amount in base units, or in coins with their unit: `1500000` or `1.5STX`. @throws DevnetError INVALID_INPUT */
export function readUnits(text: string, { symbol, decimals, base }: Unit, field = 'amount'): bigint {
  const [, whole = '', fraction = '', unit] = /^(\d{1,18})(?:\.(\d+))?\s*([a-z]+)?$/i.exec(text) ?? [];
  const isCoins = unit?.toLowerCase() === symbol.toLowerCase();
  if (whole === '' || fraction.length > decimals || (unit !== undefined && !isCoins) || (unit === undefined && fraction !== '')) {
    const example = `1${'5'.padEnd(decimals, '0')}`;
    throw invalid(field, `${base} such as ${example}, or ${symbol} with the unit such as 1.5${symbol}`, text);
  }
  return isCoins ? BigInt(`${whole}${fraction.padEnd(decimals, '0')}`) : BigInt(whole);
}
