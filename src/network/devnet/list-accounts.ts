import { DevnetError } from '../../base/error.js';
import type { Accounts } from '../data.js';
import { accountNamed } from './account-named.js';
import type { accountsAnswer } from './answers/accounts.js';
import type { Answer } from './answers/schema.js';
import type { AccountBalance } from './balances.js';

/** One funded account as other programs see it. */
export type ListedAccount = Answer<typeof accountsAnswer>['accounts'][number];

/** Returns the accounts with their present balances and nonces. */
export function listAccounts(accounts: Accounts, balances: readonly AccountBalance[]): ListedAccount[] {
  return balances.map(({ name, stx, btc }) => {
    const account = accountNamed(accounts, name);
    if (account === undefined) throw new DevnetError('INTERNAL', `balances name an account that does not exist: ${name}`);
    return {
      name,
      stx: { address: account.stx.address, balance: `${stx.balance}`, nonce: stx.nonce },
      btc: { ...account.btc, balance: `${btc.balance}` },
      privateKey: account.privateKey,
      ...(account.mnemonic !== undefined && { mnemonic: account.mnemonic }),
    };
  });
}
