import type { Accounts } from '../../network/data.js';
import { areOnMainnet } from '../../network/devnet.js';
import { toMainnet } from '../../stacks/principal.js';

/** A network as wallets name it. A devnet is `devnet`; the wallet of a fork of mainnet is on `mainnet`. */
export type WalletNetwork = (typeof WALLET_NETWORKS)[number];

export const WALLET_NETWORKS = ['devnet', 'testnet', 'mainnet'] as const;

/** Names of networks in requests: SIP-030, WBIP and both wallets. */
const NAMES: Readonly<Record<string, WalletNetwork>> = {
  mainnet: 'mainnet',
  testnet: 'testnet',
  testnet4: 'testnet',
  signet: 'testnet',
  devnet: 'devnet',
  mocknet: 'devnet',
  regtest: 'devnet',
  sbtcdevenv: 'devnet',
};

/** The name of each network for `sats-connect` (its Bitcoin network), and the chain of its addresses as Core names it. */
export const NETWORK_FACTS = {
  devnet: { bitcoin: 'Regtest', chain: 'regtest', stacks: 'testnet', spark: 'regtest', chainId: 0x80000000, version: 0x80 },
  testnet: { bitcoin: 'Testnet', chain: 'test', stacks: 'testnet', spark: 'regtest', chainId: 0x80000000, version: 0x80 },
  mainnet: { bitcoin: 'Mainnet', chain: 'main', stacks: 'mainnet', spark: 'mainnet', chainId: 1, version: 0 },
} as const satisfies Record<WalletNetwork, object>;

/** Returns the network that a devnet is to a wallet. */
export function networkOf(accounts: Accounts): WalletNetwork {
  return areOnMainnet(accounts) ? 'mainnet' : 'devnet';
}

/** Returns the network that a request names; undefined for a URL, and for a name that wallets do not know. */
export function namedNetwork(requested: unknown): WalletNetwork | undefined {
  return typeof requested === 'string' ? NAMES[requested.toLowerCase()] : undefined;
}

/**
 * Whether a request for a network is one for the wallet's. A devnet also answers to `testnet`, whose addresses and chain id it has, and to
 * a URL, which names no network.
 */
export function isNetwork(requested: unknown, network: WalletNetwork): boolean {
  if (typeof requested !== 'string' || /^https?:/.test(requested)) return true;
  const named = namedNetwork(requested);
  return named === network || (named !== undefined && named !== 'mainnet' && network !== 'mainnet');
}

/** Returns a Stacks address on a network. @param address of a devnet or of mainnet */
export function addressOn(network: WalletNetwork, own: WalletNetwork, address: string): string {
  return network === 'mainnet' && own !== 'mainnet' ? toMainnet(address) : address;
}
