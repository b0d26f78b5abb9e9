import { createHash } from 'node:crypto';
import { Address, OutScript, TEST_NETWORK } from '@scure/btc-signer';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

/** Returns the script hash of an address, as clients send it. */
export function scriptHashOf(address: string): string {
  const script = OutScript.encode(Address(REGTEST).decode(address));
  return createHash('sha256').update(script).digest().reverse().toString('hex');
}
