import { formatUnits } from '../../base/units.js';

export type Coin = 'STX' | 'BTC' | 'sBTC';
const DECIMALS: Readonly<Record<Coin, number>> = { STX: 6, BTC: 8, sBTC: 8 };

/** `99999999997000` of STX is `99,999,999.997`. */
export function coins(units: string | number | bigint, coin: Coin): string {
  return grouped(formatUnits(`${units}`, DECIMALS[coin]));
}

/** `150` of a token with two decimals is `1.5`. */
export function scaled(units: string, decimals: number): string {
  return grouped(decimals === 0 ? units : formatUnits(units, decimals));
}

/** `1234567.89` is `1,234,567.89`. */
export function grouped(number: string | number): string {
  const [whole = '', fraction] = `${number}`.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
}
