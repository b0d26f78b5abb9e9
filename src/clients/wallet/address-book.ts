import type { Account } from '../../network/data.js';
import { addressesOf, networkNames, stacksAccounts, stacksNetworks, type WalletAddresses, xverseAddresses } from './addresses.js';
import type { WalletNetwork } from './network.js';

/** The addresses of accounts, each derived once. */
export type AddressBook = {
  addresses(account: Account, network: WalletNetwork): Promise<WalletAddresses>;
  /** What pages receive about another account or network. */
  forAccountChange(account: Account, network: WalletNetwork): Promise<{ addresses: unknown; accounts: unknown }>;
  forNetworkChange(account: Account, network: WalletNetwork): Promise<{ addresses: unknown; names: object; networks: unknown }>;
};

/** @param own the network of the devnet */
export function createAddressBook(own: WalletNetwork): AddressBook {
  const known = new Map<string, Promise<WalletAddresses>>();
  const addresses = (account: Account, network: WalletNetwork): Promise<WalletAddresses> => {
    const key = `${account.privateKey} ${network}`;
    const derived = known.get(key) ?? addressesOf(account, network, own);
    known.set(key, derived);
    return derived;
  };
  return {
    addresses,
    async forAccountChange(account, network) {
      const found = await addresses(account, network);
      return { addresses: xverseAddresses(found), accounts: stacksAccounts(found) };
    },
    async forNetworkChange(account, network) {
      const found = await addresses(account, network);
      return { addresses: xverseAddresses(found), names: networkNames(network), networks: stacksNetworks(network) };
    },
  };
}
