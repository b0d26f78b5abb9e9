import { toInt32 } from '../json/numeral.js';

/** Parses a verbosity. A boolean means 1 or 0. @throws RpcError −3 */
export function parseVerbosity(value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return toInt32(value);
}
