import { keyAddresses } from '../chains/bitcoin/address/payment-address.js';
import { toHex } from '../chains/bitcoin/codec/hex.js';
import { DevnetError, invalid } from '../error.js';
import { accountOf } from './account-of.js';
import { STANDARD_ACCOUNTS } from './standard-accounts.js';
import type { Account, Accounts } from './types.js';

/** Which accounts a network has. */
export type AccountsPlan = {
  mnemonic?: string | undefined;
  count: number;
  /** Accounts by name, instead of the others. */
  named?: Readonly<Record<string, { mnemonic: string; derivation: string }>> | undefined;
};

/**
 * The accounts of a network by name: `deployer`, `wallet_1`, `wallet_2`, …
 * @param accounts without a mnemonic the standard accounts; with one, its keys at m/44'/5757'/0'/0/0 … count − 1
 * @throws DevnetError INVALID_INPUT for an invalid mnemonic
 */
export async function createAccounts({ mnemonic, count, named }: AccountsPlan): Promise<Accounts> {
  if (named !== undefined) {
    const { createNamedAccount } = await import('./named-account.js');
    return byName(await Promise.all(Object.entries(named).map(([name, key]) => createNamedAccount(name, key))));
  }
  const list = mnemonic === undefined ? STANDARD_ACCOUNTS.slice(0, count) : await deriveAccounts(mnemonic, count);
  return byName(list);
}

/** Accounts as an object with their names as keys. */
export function byName(accounts: readonly Account[]): Accounts {
  // The assertion covers a count below 9: see `Accounts`.
  return Object.fromEntries(accounts.map((account) => [account.name, account])) as Record<string, Account> as Accounts;
}

/**
 * Returns the accounts with Bitcoin addresses in the format of a chain. On mainnet they stay those of regtest: no account receives coins there.
 * @param chain Core's name of the chain
 */
export async function accountsOn(accounts: Accounts, chain: string): Promise<Accounts> {
  if (chain === 'regtest' || chain === 'main') return accounts;
  const converted = Object.values(accounts).map(async (account) => {
    const addresses = await keyAddresses(account.privateKey.slice(0, 64), chain);
    return { ...account, btc: { address: addresses.p2pkh, addresses } };
  });
  return byName(await Promise.all(converted));
}

async function deriveAccounts(mnemonic: string, count: number): Promise<Account[]> {
  const [{ HDKey }, { mnemonicToSeed, validateMnemonic }, { wordlist }] = await Promise.all([
    import('@scure/bip32'),
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
  ]);
  if (!validateMnemonic(mnemonic, wordlist)) {
    throw invalid(
      'accounts.mnemonic',
      'a BIP39 mnemonic of English words',
      undefined,
      'A word is not in the list, or the checksum does not fit.',
    );
  }
  const branch = HDKey.fromMasterSeed(await mnemonicToSeed(mnemonic)).derive("m/44'/5757'/0'/0");
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { privateKey } = branch.deriveChild(index);
      if (!privateKey) throw new DevnetError('INTERNAL', `the mnemonic has no key at index ${index}`);
      return accountOf(toHex(privateKey), { name: index === 0 ? 'deployer' : `wallet_${index}`, mnemonic });
    }),
  );
}
