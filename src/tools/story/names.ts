import type { Account } from '../../network/data.js';

/** Writes principals and Bitcoin addresses: those of the network's accounts by name, others shortened. */
export type Names = {
  /** @param principal of an account or a contract: `wallet_1`, `deployer.counter`, `ST2CY5…RK9AG.counter` */
  stacks(principal: string): string;
  bitcoin(address: string): string;
};

/** Addresses of the network's own, by the name that a line shows, for example the faucet's. */
export type OwnAddresses = Readonly<Record<string, readonly string[]>>;

export function createNames(accounts: readonly Pick<Account, 'name' | 'stx' | 'btc'>[], own: OwnAddresses = {}): Names {
  const others = Object.entries(own).flatMap(([name, addresses]) => addresses.map((address) => [address, name] as const));
  const stacks = new Map([...others, ...accounts.map(({ name, stx }) => [stx.address, name] as const)]);
  const bitcoin = new Map([
    ...others,
    ...accounts.flatMap(({ name, btc }) => Object.values(btc.addresses).map((address) => [address, name] as const)),
  ]);
  return {
    stacks(principal) {
      const [address = '', ...contract] = principal.split('.');
      return [stacks.get(address) ?? shortAddress(address), ...contract].join('.');
    },
    bitcoin: (address) => bitcoin.get(address) ?? shortAddress(address),
  };
}

function shortAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-5)}`;
}

/** Shortens a hash or txid: `0x12ab34…89ef`. */
export function shortId(id: string): string {
  const [prefix, digits] = id.startsWith('0x') ? ['0x', id.slice(2)] : ['', id];
  return digits.length <= 12 ? id : `${prefix}${digits.slice(0, 6)}…${digits.slice(-4)}`;
}
