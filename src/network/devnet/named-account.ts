import { derivePbkdf2 } from '#platform/crypto.js';
import { DevnetError, invalid } from '../../base/error.js';
import { hidden } from '../../base/show-value.js';
import { toHex } from '../../bitcoin/codec.js';
import { checkMnemonic } from '../../bitcoin/mnemonic.js';
import type { Account } from '../data.js';
import { accountOf } from './account-of.js';
import { FAUCET_ACCOUNT } from './faucet-account.js';
import { STANDARD_ACCOUNTS } from './standard-accounts.js';

const STANDARD_DERIVATION = "m/44'/5757'/0'/0/0";
/** BIP39: how a mnemonic becomes a seed of 64 bytes. */
const ROUNDS = 2048;

/**
 * Returns an account under a name. The keys of standard accounts are known. @throws DevnetError INVALID_INPUT for words that are
 * no mnemonic
 */
export async function createNamedAccount(
  name: string,
  { mnemonic, derivation }: { mnemonic: string; derivation: string },
): Promise<Account> {
  const known = [...STANDARD_ACCOUNTS, FAUCET_ACCOUNT].find((account) => account.mnemonic === mnemonic);
  if (known !== undefined && derivation === STANDARD_DERIVATION) return { ...known, name };
  const { HDKey } = await import('@scure/bip32');
  const wrong = await checkMnemonic(mnemonic);
  if (wrong !== undefined) throw invalid(`accounts.named.${name}.mnemonic`, 'a BIP39 mnemonic of English words', hidden(mnemonic), wrong);
  // Node's own is many times faster than that of the package.
  const seed = await derivePbkdf2(mnemonic.normalize('NFKD'), 'mnemonic', ROUNDS, 64, 'sha512');
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(derivation);
  if (!privateKey) throw new DevnetError('INTERNAL', `the mnemonic of ${name} has no key at ${derivation}`);
  return accountOf(toHex(privateKey), { name, mnemonic });
}
