import { addressHint, isStandardName } from '../../../base/address-hint.js';
import { closest } from '../../../base/closest.js';
import { type DevnetError, invalid } from '../../../base/error.js';
import { field, isRecord } from '../../../base/json.js';
import { hidden } from '../../../base/show-value.js';
import { decodeAddress } from '../../../clarity/values.js';
import { checkPrincipal, toMainnet } from '../../../stacks/principal.js';
import type { Signing } from '../../../stacks/signing.js';
import { testnetAddress } from '../../../stacks/signing.js';
import type { Accounts } from '../../data.js';
import { accountNamed } from '../account-named.js';
import { areOnMainnet } from '../account-network.js';
import type { SigningAccount } from './types.js';

/** Who signs a transaction: 64 hex digits, and the key's address on the network. */
export type Signer = { privateKey: Signing['privateKey']; address: string };

const EXPECTED = 'the name of an account, an account, a private key or an impersonated address';
/** A compressed key ends with 01. */
const PRIVATE_KEY = /^(?:0x)?([0-9a-f]{64})(?:01)?$/i;

/** Returns who signs as `as`. @throws DevnetError INVALID_INPUT, which never contains a key */
export async function resolveSigner(as: unknown, accounts: Accounts): Promise<Signer> {
  const named = typeof as === 'string' ? accountNamed(accounts, as) : undefined;
  if (named !== undefined) return { privateKey: named.privateKey.slice(0, 64), address: named.stx.address };
  if (typeof as === 'string' && decodeAddress(as) !== undefined) return resolveAddress(as, accounts);
  const key = isRecord(as) ? field(as, 'privateKey') : as;
  const [, digits] = PRIVATE_KEY.exec(typeof key === 'string' ? key : '') ?? [];
  if (digits === undefined) throw noSigner(as, accounts);
  try {
    const address = await testnetAddress(digits);
    return { privateKey: digits.toLowerCase(), address: areOnMainnet(accounts) ? toMainnet(address) : address };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw invalid('as', 'a private key of secp256k1', hidden(key));
  }
}

/** An address signs with the key of its account, or without a key: the network accepts that after `impersonate`. */
function resolveAddress(address: string, accounts: Accounts): Signer {
  const owner = Object.values(accounts).find(({ stx }) => stx.address === address);
  if (owner !== undefined) return { privateKey: owner.privateKey.slice(0, 64), address };
  checkPrincipal(address, 'as', { isMainnet: areOnMainnet(accounts) });
  return { privateKey: { address }, address };
}

/** Returns the principal that a read-only call runs as. Reading needs no key, so an address is enough. */
export async function resolveReader(as: string | SigningAccount, accounts: Accounts): Promise<string> {
  const [account = ''] = typeof as === 'string' ? as.split('.') : [];
  if (decodeAddress(account) !== undefined) return String(as);
  return (await resolveSigner(as, accounts)).address;
}

function noSigner(as: unknown, accounts: Accounts): DevnetError {
  const names = Object.keys(accounts);
  if (typeof as !== 'string') return invalid('as', EXPECTED, as);
  // Only what looks like a name is shown: the rest may be a mistyped key.
  if (!/^[\w-]{1,30}$/.test(as)) return invalid('as', EXPECTED, hidden(as), 'A private key has 64 hex digits, and 01 behind them.');
  const [meant] = closest(as, names);
  const known = `The accounts are ${names.join(', ')}.`;
  if (meant !== undefined) return invalid('as', EXPECTED, as, `Did you mean ${meant}? ${known}`);
  return invalid('as', EXPECTED, as, isStandardName(as) ? known : (addressHint(as, 'stx') ?? known));
}
