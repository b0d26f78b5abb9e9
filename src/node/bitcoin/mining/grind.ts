import { type BlockHeader, serializeBlockHeader } from '../../../chains/bitcoin/codec/block.js';
import { hashToHex } from '../../../chains/bitcoin/codec/hex.js';
import { hash256 } from '../../../chains/bitcoin/crypto/hash.js';
import { meetsTarget } from '../chain/validation/check-block.js';

const NONCE_OFFSET = 76;
const MAX_NONCE = 0xffffffff;

/**
 * The first nonce that is proof of work and gives a block that `isKnown` does not know: after `invalidateblock` the same template
 * would otherwise give the block that was just invalidated.
 * @param maxTries how many nonces to try
 * @returns undefined when none of them does
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
