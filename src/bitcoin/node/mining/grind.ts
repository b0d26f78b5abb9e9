import { type BlockHeader, serializeBlockHeader } from '../../protocol/codec/block.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import { hash256 } from '../../protocol/crypto/hash.js';
import { meetsTarget } from '../chain/validation/check-block.js';

const NONCE_OFFSET = 76;
const MAX_NONCE = 0xffffffff;

/**
 * Returns the first nonce with valid proof of work and a hash unknown to `isKnown`: after `invalidateblock`, the same template
 * would otherwise produce the invalidated block again.
 * @param maxTries the number of nonces to try
 * @returns undefined if none is valid
 */
export function grindNonce(header: BlockHeader, isKnown: (hash: string) => boolean, maxTries = MAX_NONCE): number | undefined {
  const bytes = serializeBlockHeader(header);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let nonce = 0; nonce < maxTries; nonce++) {
    view.setUint32(NONCE_OFFSET, nonce, true);
    const hash = hash256(bytes);
    if (meetsTarget(hash) && !isKnown(hashToHex(hash))) return nonce;
  }
  return undefined;
}
