import { hash256 } from '../crypto/hash.js';
import { equalBytes } from './hex.js';

/**
 * Returns the root of Bitcoin's merkle tree; 32 zero bytes for no leaves.
 *
 * `mutated`: two siblings in the tree are equal, so a block with other transactions has the same
 * root (CVE-2012-2459). Such a block is rejected without being marked as invalid.
 */
export function merkleTree(leaves: Uint8Array[]): { root: Uint8Array; mutated: boolean } {
  let mutated = false;
  let row = leaves;
  while (row.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < row.length; i += 2) {
      const left = row[i] as Uint8Array;
      const right = row[i + 1];
      if (right !== undefined && equalBytes(left, right)) mutated = true;
      next.push(hash256(Buffer.concat([left, right ?? left])));
    }
    row = next;
  }
  return { root: row[0] ?? new Uint8Array(32), mutated };
}

/** Returns the hashes that prove the leaf at a position, from the leaves upwards, as Electrum servers and Esplora send them. */
export function merkleBranch(leaves: readonly Uint8Array[], position: number): Uint8Array[] {
  const branch: Uint8Array[] = [];
  let row = leaves;
  for (let at = position; row.length > 1; at >>= 1) {
    // The last one of an odd row is its own sibling.
    branch.push((row[at ^ 1] ?? row[at]) as Uint8Array);
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) => {
      const left = row[pair * 2] as Uint8Array;
      return hash256(Buffer.concat([left, row[pair * 2 + 1] ?? left]));
    });
  }
  return branch;
}

/** Returns the root that a leaf at a position has with its branch. */
export function branchRoot(leaf: Uint8Array, position: number, branch: readonly Uint8Array[]): Uint8Array {
  return branch.reduce((node, sibling, level) => {
    const isLeft = (position >> level) % 2 === 0;
    return hash256(Buffer.concat(isLeft ? [node, sibling] : [sibling, node]));
  }, leaf);
}
