import { encodeBase58Check, encodeBech32, toFiveBits } from '../../../../bitcoin/address.js';
import { ADDRESS_VERSION } from '../../../../clarity/values.js';

/** A `{version, hashbytes}` of pox-4: where rewards of one slot go. */
export type PoxAddress = { readonly version: number; readonly hash: Buffer };

/** Versions of pox-4: 0 is P2PKH, 1 to 3 are scripts with or without a witness inside, the others are segregated witness. */
const FIRST_SEGWIT = 4;
export const TAPROOT = 6;
/** First bytes of addresses on test networks. */
const BASE58_VERSION = { keyHash: 0x6f, scriptHash: 0xc4 } as const;
/** stacks-core takes every network but the main one for testnet here, regtest too. */
const BECH32_PREFIX = 'tb';

/** The version of the Stacks address with the same hash; undefined for what has none. */
export function stacksVersion({ version }: PoxAddress): number | undefined {
  if (version >= FIRST_SEGWIT) return undefined;
  return version === 0 ? ADDRESS_VERSION.testnetSingle : ADDRESS_VERSION.testnetMulti;
}

/** The Bitcoin address, as event observers receive it. */
export function bitcoinAddress({ version, hash }: PoxAddress): string {
  if (version >= FIRST_SEGWIT) {
    const [encoding, witness] = version === TAPROOT ? (['bech32m', 1] as const) : (['bech32', 0] as const);
    return encodeBech32(encoding, BECH32_PREFIX, [witness, ...toFiveBits(hash)]);
  }
  return encodeBase58Check(Uint8Array.of(version === 0 ? BASE58_VERSION.keyHash : BASE58_VERSION.scriptHash, ...hash));
}

/** The text by which stacks-core sorts addresses (`PoxAddress::to_burnchain_repr`). */
export function sortKey(address: PoxAddress): string {
  const version = stacksVersion(address) ?? address.version;
  return `${version.toString(16).padStart(2, '0')}-${address.hash.toString('hex')}`;
}
