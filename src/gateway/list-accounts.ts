import { accountNamed } from '../devnet/account-named.js';
import type { accountsAnswer } from '../devnet/answers/accounts.js';
import type { Answer } from '../devnet/answers/schema.js';
import { DevnetError } from '../error.js';
import type { GatewayDevnet } from './gateway-devnet.js';

/** One funded account as `GET /devnet/v1/accounts` shows it. */
export type ListedAccount = Answer<typeof accountsAnswer>['accounts'][number];

/** Returns the accounts with their present balances and nonces. */
export async function listAccounts(devnet: Pick<GatewayDevnet, 'accounts' | 'balances'>): Promise<ListedAccount[]> {
  return (await devnet.balances()).map(({ name, stx, btc }) => {
    const account = accountNamed(devnet.accounts, name);
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
