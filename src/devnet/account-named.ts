import type { Account, Accounts } from './types.js';

/** Returns the account of a name that somebody wrote; undefined if no account of the network has it. */
export function accountNamed(accounts: Accounts, name: string): Account | undefined {
  return Object.hasOwn(accounts, name) ? (accounts as Readonly<Record<string, Account>>)[name] : undefined;
}
