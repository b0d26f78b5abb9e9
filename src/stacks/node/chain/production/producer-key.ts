import { hash160, sha512_256 } from '../../../protocol/codec/hash.js';

/**
 * The only miner of this chain, without a known key: its signatures are zeros, and its address belongs to
 * no account.
 */
export const PRODUCER_KEY_HASH = hash160(sha512_256(Buffer.from('stacks-devnet miner')));

/** The generator of secp256k1: a valid point, because clients parse it. */
export const MINER_PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
