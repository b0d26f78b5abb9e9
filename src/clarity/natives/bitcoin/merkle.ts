import { equalBytes } from '../../bytes.js';
import type { Crypto } from '../../crypto.js';

type Proof = {
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly index: bigint;
  /** How many transactions the block has. */
  readonly count: bigint;
  /** From the leaves up. */
  readonly siblings: readonly Uint8Array[];
};

/**
 * Returns whether a proof leads from a leaf to the root of a tree with that many leaves (`verify_merkle`,
 * clarity/src/vm/functions/bitcoin.rs). A sibling equals its node where the row ends with that node, and only there, so that no two trees
 * have one root (CVE-2012-2459).
 */
export function isInMerkleTree({ leaf, root, index, count, siblings }: Proof, { sha256 }: Crypto): boolean {
  if (index >= count || siblings.length !== depthOf(count)) return false;
  let [node, at, row] = [leaf, index, count];
  for (const sibling of siblings) {
    const isLast = (at | 1n) >= row;
    if (equalBytes(sibling, node) !== isLast || (isLast && (row % 2n === 0n || at !== row - 1n))) return false;
    const pair = new Uint8Array(64);
    pair.set(at % 2n === 1n ? sibling : node);
    pair.set(at % 2n === 1n ? node : sibling, 32);
    node = sha256(sha256(pair));
    at >>= 1n;
    row = (row + 1n) >> 1n;
  }
  return equalBytes(node, root);
}

function depthOf(count: bigint): number {
  return count <= 1n ? 0 : (count - 1n).toString(2).length;
}
