import { invalid } from '../../../base/error.js';
import { testnetAddress } from '../../../stacks/signing.js';
import type { Accounts } from '../../data.js';
import { accountNamed } from '../account-named.js';
import type { SbtcWithdrawOptions } from './types.js';

/** Returns the account of a name, or that of a private key. @throws DevnetError INVALID_INPUT unless it is exactly one of them */
export async function accountOf(
  accounts: Accounts,
  name: string | undefined,
  privateKey: string | undefined,
): Promise<SbtcWithdrawOptions['account']> {
  if ((name === undefined) === (privateKey === undefined)) throw invalid('account', 'exactly one of account and privateKey', name);
  if (privateKey !== undefined) {
    const address = await testnetAddress(privateKey.slice(0, 64)).catch(() => {
      throw invalid('privateKey', 'a number from 1 to the order of the curve minus 1', 'a number outside this range');
    });
    return { privateKey, stx: { address } };
  }
  const account = accountNamed(accounts, name ?? '');
  if (account === undefined) throw invalid('account', Object.keys(accounts).join(', '), name);
  return account;
}
