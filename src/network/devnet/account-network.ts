import { toMainnet } from '../../stacks/principal.js';
import type { Accounts } from '../data.js';
import type { FaucetKey } from '../faucet/keys.js';
import { byName } from './accounts.js';

/** Whether a network's accounts have addresses of mainnet: it is a fork then. */
export function areOnMainnet(accounts: Accounts): boolean {
  return Object.values(accounts).some(({ stx }) => toMainnet(stx.address) === stx.address);
}

/** Returns the accounts with their addresses on mainnet. */
export function accountsOnMainnet(accounts: Accounts): Accounts {
  return byName(Object.values(accounts).map((account) => ({ ...account, stx: { address: toMainnet(account.stx.address) } })));
}

/** Returns keys of a Stacks faucet with their addresses on mainnet. */
export function keysOnMainnet(keys: readonly FaucetKey[]): FaucetKey[] {
  return keys.map((key) => ({ ...key, address: toMainnet(key.address) }));
}
