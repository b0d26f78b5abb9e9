import { randomBytes } from '#platform/crypto.js';
import { encodeBase58Check } from '../../protocol/address/encoding/base58.js';
import { REGTEST } from '../../protocol/address/format.js';
import { fromHex } from '../../protocol/codec/hex.js';
import { masterKey, serializePrivateKey } from '../../protocol/crypto/bip32.js';
import type { AddressType } from '../rpc/arguments/address-type.js';

/** The descriptors of a wallet with one seed, as in Core: the function of each type, and its purpose (BIP44, 49, 84, 86). */
const FORMS: [type: AddressType, purpose: number, wrap: (key: string) => string][] = [
  ['legacy', 44, (key) => `pkh(${key})`],
  ['p2sh-segwit', 49, (key) => `sh(wpkh(${key}))`],
  ['bech32', 84, (key) => `wpkh(${key})`],
  ['bech32m', 86, (key) => `tr(${key})`],
];
const SEED_SIZE = 32;

/** Returns the descriptors of a new random seed, with private keys. */
export function newDescriptors(): { text: string; internal: boolean }[] {
  const seed = masterKey(randomBytes(SEED_SIZE));
  const root = encodeBase58Check(Buffer.concat([fromHex(REGTEST.extendedPrivateKey), serializePrivateKey(seed)]));
  return FORMS.flatMap(([type]) => [false, true].map((internal) => ({ text: descriptorOf(root, type, internal), internal })));
}

/** Returns the descriptor of a type for an extended private key. */
export function descriptorOf(root: string, wanted: AddressType, internal: boolean): string {
  const form = FORMS.find(([type]) => type === wanted);
  if (form === undefined) throw new RangeError(`no descriptor for ${wanted}`);
  const [, purpose, wrap] = form;
  return wrap(`${root}/${purpose}h/1h/0h/${internal ? 1 : 0}/*`);
}

/** Returns the type of the addresses of a descriptor, or undefined if it has none of its own. */
export function addressType(text: string): AddressType | undefined {
  if (/^(pkh)\(/.test(text)) return 'legacy';
  if (/^sh\((wpkh|wsh)\(/.test(text)) return 'p2sh-segwit';
  if (/^sh\(/.test(text)) return 'legacy';
  if (/^(wpkh|wsh)\(/.test(text)) return 'bech32';
  return /^(tr|rawtr)\(/.test(text) ? 'bech32m' : undefined;
}
