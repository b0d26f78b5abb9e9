import { type Advice, type AdvisedValue, advise } from './advice.js';
import { closest } from './closest.js';
import { invalid } from './error.js';
import { hideSecrets } from './show-value.js';

type Chain = 'stx' | 'btc';

/** The names of the standard accounts. */
const NAMES = ['deployer', ...Array.from({ length: 8 }, (_, index) => `wallet_${index + 1}`)];

/** Whether a text has the form of the standard names. Other networks, such as those of a Clarinet project, have accounts of other names. */
export function isStandardName(text: string): boolean {
  return /^(?:deployer|faucet|wallet_\d+)$/i.test(text);
}

/** Checks that an address is text. @throws DevnetError INVALID_INPUT */
export function checkAddressText(address: unknown, chain: Chain, expected: string, field = 'address'): asserts address is string {
  if (typeof address !== 'string') throw invalid(field, expected, address, addressHint(address, chain));
}

/** Says what to pass instead of a value that is not an address. */
export function exampleAddress(chain: Chain): Advice {
  return advise`Pass an address, for example ${addressOf('wallet_1', chain)}.`;
}

const addressOf = (account: string, chain: Chain): AdvisedValue => ({
  value: `accounts.${account}.${chain}.address`,
  listedBy: 'balances',
});

/** Describes a value that is not an address of the chain, and says what to pass; undefined if it looks like such an address. */
export function addressHint(value: unknown, chain: Chain): string | Advice | undefined {
  const use = exampleAddress(chain);
  if (typeof value === 'object' && value !== null) return `Pass one of its addresses, for example account.${chain}.address.`;
  if (typeof value !== 'string') return undefined;
  if (value !== value.trim()) return 'Remove the white space around the address.';
  if (hideSecrets(value) !== value) return advise`This is a secret, not an address. ${use}`;
  const account = isStandardName(value) ? value : closest(value.slice(0, 20), NAMES)[0];
  if (account !== undefined) {
    const what = account === value ? 'This is the name of an account' : `Did you mean the account ${account}`;
    const mark = account === value ? '.' : '?';
    return advise`${what}${mark} Pass its address, ${addressOf(account, chain)}.`;
  }
  if (chain === 'btc' && /^S[TNPM]/.test(value)) return advise`This is a Stacks address. ${use}`;
  if (chain === 'stx' && BITCOIN_ADDRESS.test(value)) return advise`This is a Bitcoin address. ${use}`;
  return undefined;
}

/** By its form only: base58 with a version of Bitcoin, or bech32. */
const BITCOIN_ADDRESS = /^(?:[123mn][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc|tb|bcrt)1[a-z0-9]{8,})$/i;

/**
 * Describes a value that is neither the name of an account nor an address of either chain, and says what to pass.
 * @param names the accounts of the network
 */
export function ownerHint(value: unknown, names: readonly string[]): string | Advice {
  if (typeof value === 'string' && isStandardName(value)) return `The accounts are ${names.join(', ')}.`;
  const chain = typeof value === 'string' && BITCOIN_ADDRESS.test(value) ? 'btc' : 'stx';
  return addressHint(value, chain) ?? exampleAddress(chain);
}
