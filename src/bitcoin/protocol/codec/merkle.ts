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
