import { hash256 } from '../crypto/hash.js';
import { equalBytes } from './hex.js';

/**
 * The root of Bitcoin's merkle tree; 32 zero bytes for no leaves.
 *
 * `mutated` tells that two neighbours in a row of the tree are the same, so that a block with other transactions would have this
 * root too (CVE-2012-2459): such a block is refused without being marked invalid for good.
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
