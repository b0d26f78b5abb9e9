import { ownValue } from '../../base/own-value.js';
import type { Account, Accounts } from '../data.js';

/** Returns the account of a name that somebody wrote; undefined if no account of the network has it. */
export function accountNamed(accounts: Accounts, name: string): Account | undefined {
  return ownValue(accounts as Readonly<Record<string, Account>>, name);
}
