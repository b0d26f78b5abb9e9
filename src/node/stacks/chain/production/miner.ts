import { ADDRESS_VERSION, encodeAddress } from '../../../../chains/stacks/codec/c32.js';
import { hash160, sha512_256 } from '../../../../chains/stacks/codec/hash.js';

/**
 * The only miner of this chain, without a known key: its signatures are zeros, and its address belongs to
 * no account. The public key is a valid point, because clients parse it.
 */
export const MINER = (() => {
  const keyHash = hash160(sha512_256(Buffer.from('stacks-devnet miner')));
  return {
    keyHash,
    address: encodeAddress({ version: ADDRESS_VERSION.testnetSingle, hash: keyHash }),
    /** The generator of secp256k1. */
    publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  } as const;
})();
