import { closest } from '../../base/closest.js';
import { invalid } from '../../base/error.js';
import type { Accounts } from '../data.js';
import { accountNamed } from './account-named.js';

/** No address: these have 26 characters or more. */
const LIKE_A_NAME = /^[A-Za-z_][\w-]{0,19}$/;

/**
 * Returns the address of an account that is given by name, and anything else unchanged.
 * @param chain of the address @param field what the error message calls it @param expected without names of accounts
 * @throws DevnetError INVALID_INPUT for an unknown name, with the nearest one
 */
export function recipientOf<Who>(
  who: Who,
  accounts: Accounts,
  options: { chain: 'btc' | 'stx'; field: string; expected: string },
): Who | string {
  if (typeof who !== 'string') return who;
  const named = accountNamed(accounts, who);
  if (named !== undefined) return named[options.chain].address;
  if (!LIKE_A_NAME.test(who)) return who;
  const names = Object.keys(accounts);
  const [meant] = closest(who, names);
  const question = meant === undefined ? '' : `Did you mean ${meant}? `;
  throw invalid(options.field, `${options.expected} or the name of an account`, who, `${question}The accounts are ${names.join(', ')}.`);
}
