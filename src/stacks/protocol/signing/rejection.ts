import { toJson } from '../../../base/json.js';

/**
 * Formats why a node rejected a transaction: `reason` and `reason_data` of its answer to `POST /v2/transactions`.
 * @example formatRejection('BadNonce', { actual: 0, expected: 1 }) // 'BadNonce (actual 0, expected 1)'
 */
export function formatRejection(reason: string, data?: unknown): string {
  if (typeof data !== 'object' || data === null) return reason;
  const facts = Object.entries(data).map(([name, value]) => `${name} ${typeof value === 'object' ? toJson(value) : String(value)}`);
  return facts.length === 0 ? reason : `${reason} (${facts.join(', ')})`;
}
