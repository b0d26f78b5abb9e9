import { keyAddresses } from '../../bitcoin/address.js';
import { testnetAddress } from '../../stacks/signing.js';
import type { Account } from '../data.js';

/** Returns the account of a private key of 64 hex digits. */
export async function accountOf(privateKey: string, { name, mnemonic }: Pick<Account, 'name' | 'mnemonic'>): Promise<Account> {
  const [address, addresses] = await Promise.all([testnetAddress(privateKey), keyAddresses(privateKey, 'regtest')]);
  return { name, privateKey: `${privateKey}01`, mnemonic, stx: { address }, btc: { address: addresses.p2pkh, addresses } };
}
