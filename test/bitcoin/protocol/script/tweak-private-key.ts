import { privateAdd, privateNegate } from 'tiny-secp256k1';
import { publicKeyOf } from '#dist/bitcoin/protocol/crypto/key.js';
import { tapTweakHash } from '#dist/bitcoin/protocol/script/taproot/taproot.js';

/** The private key of a taproot output key (BIP341). */
export function tweakPrivateKey(privateKey: Uint8Array, root?: Uint8Array): Uint8Array {
  const publicKey = publicKeyOf(privateKey);
  const even = publicKey[0] === 2 ? privateKey : privateNegate(privateKey);
  const tweaked = privateAdd(even, tapTweakHash(publicKey.slice(1), root));
  if (tweaked === null) throw new Error('the tweak gives no key');
  return tweaked;
}
