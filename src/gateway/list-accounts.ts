import { accountNamed } from '../devnet/account-named.js';
import { DevnetError } from '../error.js';
import type { GatewayDevnet } from './gateway-devnet.js';

/** One funded account as `GET /devnet/v1/accounts` shows it: amounts are text, because they may exceed 2^53. */
export type ListedAccount = {
  name: string;
  stx: { address: string; balance: string; nonce: number };
  btc: {
    address: string;
    addresses: { p2pkh: string; p2wpkh: string; 'p2sh-p2wpkh': string; p2tr: string };
    balance: string;
  };
  privateKey: string;
  mnemonic?: string;
};

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
