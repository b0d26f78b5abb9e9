import { invalid } from '../base/error.js';

/** Reads the flag `--fee`. @throws DevnetError INVALID_INPUT */
export function readFee(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,18}$/.test(text)) throw invalid('--fee', 'a whole number of micro-STX', text);
  return BigInt(text);
}
