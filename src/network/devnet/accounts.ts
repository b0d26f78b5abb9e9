import { closest } from '../../base/closest.js';
import { DevnetError, invalid } from '../../base/error.js';
import { hidden } from '../../base/show-value.js';
import { unknownName } from '../../base/unknown-name.js';
import { keyAddresses } from '../../bitcoin/address.js';
import { toHex } from '../../bitcoin/codec.js';
import { checkMnemonic } from '../../bitcoin/mnemonic.js';
import type { Account, Accounts } from '../data.js';
import { accountOf } from './account-of.js';
import { STANDARD_ACCOUNTS } from './standard-accounts.js';

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
  const named: Record<string, Account> = Object.create(suggesting(accounts.map(({ name }) => name)));
  for (const account of accounts) named[account.name] = account;
  return named as Accounts;
}

/** A name that the compiler knows, though the network may not have the account. */
const NUMBERED = /^wallet_\d+$/;

/**
 * Returns a prototype whose missing properties throw if a name of an account was meant: `accounts.walet_1` would be undefined otherwise,
 * and the error about `stx` of it. A prototype, because the accounts can be copied to another thread then.
 */
function suggesting(names: readonly string[]): object {
  return new Proxy(Object.prototype, {
    get(target, name, receiver) {
      if (typeof name === 'string' && !NUMBERED.test(name) && !(name in target) && closest(name, names).length > 0) {
        throw unknownName(name, 'account', names, '');
      }
      return Reflect.get(target, name, receiver);
    },
  });
}

/**
 * Returns the accounts with Bitcoin addresses in the format of a chain. On mainnet they stay those of regtest: no account receives
 * coins there.
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
  const [{ HDKey }, { mnemonicToSeed }] = await Promise.all([import('@scure/bip32'), import('@scure/bip39')]);
  const wrong = await checkMnemonic(mnemonic);
  if (wrong !== undefined) throw invalid('accounts.mnemonic', 'a BIP39 mnemonic of English words', hidden(mnemonic), wrong);
  const branch = HDKey.fromMasterSeed(await mnemonicToSeed(mnemonic)).derive("m/44'/5757'/0'/0");
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { privateKey } = branch.deriveChild(index);
      if (!privateKey) throw new DevnetError('INTERNAL', `the mnemonic has no key at index ${index}`);
      return accountOf(toHex(privateKey), { name: index === 0 ? 'deployer' : `wallet_${index}`, mnemonic });
    }),
  );
}
