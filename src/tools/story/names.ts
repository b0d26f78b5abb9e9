import type { Account } from '../../network/data.js';

/** Writes principals and Bitcoin addresses: those of the network's accounts by name, others shortened. */
export type Names = {
  /** @param principal of an account or a contract: `wallet_1`, `deployer.counter`, `ST2CY5…RK9AG.counter` */
  stacks(principal: string): string;
  bitcoin(address: string): string;
  /** Writes the accounts in a text by name: `(some 'ST1SJ…YPD5)` is `(some wallet_1)`. Other principals stay whole. */
  inText(text: string): string;
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
    inText: (text) =>
      text.replace(PRINCIPAL, (literal, address: string, contract: string) => {
        const name = stacks.get(address);
        return name === undefined ? literal : `${name}${contract}`;
      }),
  };
}

/** A principal in the syntax of Clarity, or without its quote: the address, and the dot and name of a contract. */
const PRINCIPAL = /'?\b(S[0-9A-HJKMNP-TV-Z]{27,40})(?![0-9A-Z])((?:\.[a-zA-Z][\w-]*)?)/g;

/** Splits a text at its principals. All pieces together are the text. */
export function atPrincipals(text: string): { text: string; principal?: string }[] {
  const pieces: { text: string; principal?: string }[] = [];
  let end = 0;
  for (const { 0: literal, 1: address, 2: contract, index } of text.matchAll(PRINCIPAL)) {
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: literal, principal: `${address}${contract}` });
    end = index + literal.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function shortAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-5)}`;
}

/** Shortens a hash or txid: `0x12ab34…89ef`. */
export function shortId(id: string): string {
  const [prefix, digits] = id.startsWith('0x') ? ['0x', id.slice(2)] : ['', id];
  return digits.length <= 12 ? id : `${prefix}${digits.slice(0, 6)}…${digits.slice(-4)}`;
}
