import { readAmount } from '../base/check-amount.js';
import { invalid } from '../base/error.js';

/** Parameters that clients send in the query, as JSON or as a form. The query wins over the body. */
export type Parameters = {
  /** @throws DevnetError INVALID_INPUT when it is missing, empty, repeated or no string */
  text(name: string, expected: string): string;
  /** `true` or `false`, as JSON or as text; false when absent. @throws DevnetError INVALID_INPUT */
  flag(name: string): boolean | undefined;
  /** A whole number of base units from 1 to `most`, as a number or as digits. @throws DevnetError INVALID_INPUT */
  amount(name: string, most: bigint): bigint | undefined;
};

const DIGITS = /^[1-9][0-9]{0,38}$/;

/** @param sources where to look: version 3 of the faucets takes the address from the body alone */
export function readParameters(request: { query: unknown; body: unknown }, sources: 'query or body' | 'body'): Parameters {
  const body = readBody(request.body);
  const query = request.query as Record<string, unknown>;
  const find = (name: string, inQuery: boolean): unknown => (inQuery && Object.hasOwn(query, name) ? query[name] : body[name]);
  return {
    text(name, expected) {
      const value = find(name, sources === 'query or body');
      if (typeof value === 'string' && value !== '') return value;
      throw invalid(name, Array.isArray(value) ? `${expected}, once` : expected, value);
    },
    flag(name) {
      const value = find(name, true);
      if (value === undefined) return undefined;
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false') return false;
      throw invalid(name, 'true or false', value);
    },
    amount(name, most) {
      const value = find(name, true);
      if (value === undefined) return undefined;
      const units = typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : value;
      const expected = `a whole number of base units from 1 to the configured amount, ${most}`;
      const amount = readAmount(units, name, expected, { least: 1n });
      if (amount > most) throw invalid(name, expected, value, 'POST /devnet/v1/faucets/{btc,stx,sbtc} takes any amount.');
      return amount;
    },
  };
}

function readBody(body: unknown): Record<string, unknown> {
  // The Stacks API's own client sends `null` where it has no body.
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('body', 'a JSON object', body);
  return body as Record<string, unknown>;
}
