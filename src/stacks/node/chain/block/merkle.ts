import { sha512_256 } from '../../../protocol/codec/hash.js';

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** The root over txids as block headers hold it: SHA-512/256 with leaf and node tags, odd rows repeat their last hash. */
export function merkleRoot(txids: readonly string[]): Buffer {
  if (txids.length === 0) return Buffer.alloc(32);
  let row = txids.map((txid) => sha512_256(LEAF, Buffer.from(txid, 'hex')));
  do {
    const next: Buffer[] = [];
    for (let i = 0; i < row.length; i += 2) {
      const left = row[i] ?? Buffer.alloc(32);
      next.push(sha512_256(NODE, left, row[i + 1] ?? left));
    }
    row = next;
  } while (row.length > 1);
  return row[0] ?? Buffer.alloc(32);
}
