import { sha512_256 } from '../../../protocol/codec/hash.js';
import type { ChosenSigners } from '../pox/reward-set.js';

type SignedBlock = { readonly blockHash: string; readonly signedBy: ChosenSigners | undefined };

/** Recovery id and the x coordinate of secp256k1's generator: a point on the curve, so that clients can recover some key. */
const POINT = Buffer.from('0079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');

/**
 * Returns placeholders for the signatures of a block: 65 bytes for each of its signers, in their order. The node does not have the
 * signers' keys. A placeholder depends on block and signer and can be parsed, but is no valid signature.
 */
export function signerSignatures({ blockHash, signedBy }: SignedBlock): Buffer[] {
  return (signedBy?.set.signers ?? []).map(({ key }) => {
    const s = sha512_256(Buffer.from(blockHash, 'hex'), Buffer.from(key, 'hex'));
    // Low, as consensus requires.
    s[0] = (s[0] ?? 0) & 0x3f;
    return Buffer.concat([POINT, s]);
  });
}
