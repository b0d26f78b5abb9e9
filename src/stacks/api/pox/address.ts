import { encodeBase58Check, encodeBech32, REGTEST, toFiveBits } from '../../../bitcoin/address.js';
import type { PoxEvent } from '../../history/lookup/pox-events.js';

/** Versions of pox-4: 0 is P2PKH, 1 to 3 are scripts, from 4 on it is segregated witness. */
const FIRST_SEGWIT = 4;
const TAPROOT = 6;

/** The Bitcoin address of a `{version, hashbytes}` of pox-4. */
export function showPoxAddress({ version, hash }: NonNullable<PoxEvent['address']>): string {
  if (version < FIRST_SEGWIT) return encodeBase58Check(Uint8Array.of(version === 0 ? REGTEST.pubkeyHash : REGTEST.scriptHash, ...hash));
  const [encoding, witness] = version === TAPROOT ? (['bech32m', 1] as const) : (['bech32', 0] as const);
  return encodeBech32(encoding, REGTEST.bech32, [witness, ...toFiveBits(hash)]);
}
