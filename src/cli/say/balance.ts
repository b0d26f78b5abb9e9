import { formatUnits } from '../../base/units.js';
import type { Balance } from '../../network/data.js';
import { type Output, table } from '../output.js';

/** Prints what an address has. */
export function sayBalance({ stx, btc, sbtc, tokens }: Balance, output: Output): void {
  const rows = [
    ['STX', formatUnits(`${stx}`, 6)],
    ['BTC', formatUnits(`${btc}`, 8)],
    ['sBTC', formatUnits(`${sbtc}`, 8)],
    ...Object.entries(tokens).map(([asset, amount]) => [asset, `${amount}`]),
  ];
  for (const line of table(rows)) output.line(line);
}
