import { hash160 } from '../crypto/hash.js';
import { buildScript } from './build.js';
import { OP } from './opcodes.js';

/** Returns the P2PKH output script of a public key's hash, 20 bytes. */
export function payToKeyHash(keyHash: Uint8Array): Uint8Array {
  return buildScript([OP.DUP, OP.HASH160, keyHash, OP.EQUALVERIFY, OP.CHECKSIG]);
}

/** Returns the P2SH output script of a script (BIP16). */
export function payToScriptHash(script: Uint8Array): Uint8Array {
  return buildScript([OP.HASH160, hash160(script), OP.EQUAL]);
}

/** Returns the output script of a witness program of version 0 (BIP141): a public key's hash160 is P2WPKH, a script's SHA-256 P2WSH. */
export function payToWitness(program: Uint8Array): Uint8Array {
  return buildScript([OP[0], program]);
}
