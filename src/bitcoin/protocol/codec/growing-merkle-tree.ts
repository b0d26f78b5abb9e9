import { hash256 } from '../crypto/hash.js';

const HASH_SIZE = 32;

/**
 * Bitcoin's merkle trees over the first leaves of a list that grows at its end. A node whose leaves are all there never changes, so it is
 * hashed once: a proof hashes only the nodes at the right edge, one in each row.
 */
export class GrowingMerkleTree {
  /** The nodes that never change: in row 0 the leaves, in each further one the parents of two complete nodes. */
  readonly #rows: HashList[] = [new HashList()];

  /** The number of leaves. */
  get size(): number {
    return this.#row(0).length;
  }

  append(leaf: Uint8Array): void {
    let node = leaf;
    for (let level = 0; ; level++) {
      const row = this.#row(level);
      row.push(node);
      if (row.length % 2 === 1) return;
      node = parentOf(row.at(row.length - 2), row.at(row.length - 1));
    }
  }

  /** Removes the last leaves. @param size the number of leaves that stay */
  truncate(size: number): void {
    for (const [level, row] of this.#rows.entries()) row.truncate(Math.floor(size / 2 ** level));
  }

  /**
   * Proves that a leaf is one of the first leaves.
   * @param count the number of these, more than the position and at most `size`
   * @returns their root, and the hashes that lead to it from the leaf upwards, as Electrum servers and Esplora send them
   */
  proof(position: number, count = this.size): { root: Uint8Array; branch: Uint8Array[] } {
    const branch: Uint8Array[] = [];
    /** The last node of a row, if leaves below it are not among the first ones. */
    let edge: Uint8Array | undefined;
    let length = count;
    for (let level = 0, at = position; ; level++, at >>= 1) {
      const row = this.#row(level);
      const last = length - 1;
      // The last node of an odd row is its own sibling.
      const node = (index: number): Uint8Array => (index >= last && edge !== undefined ? edge : row.at(Math.min(index, last)));
      if (length === 1) return { root: node(0), branch };
      branch.push(node(at ^ 1));
      const isWhole = edge === undefined && length % 2 === 0;
      edge = isWhole ? undefined : parentOf(node(last - (last % 2)), node(last));
      length = Math.ceil(length / 2);
    }
  }

  #row(level: number): HashList {
    const row = this.#rows[level] ?? new HashList();
    this.#rows[level] = row;
    return row;
  }
}

/** Hashes in one buffer: as objects they would take three times the memory. */
class HashList {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(index * HASH_SIZE, (index + 1) * HASH_SIZE));
  }

  push(hash: Uint8Array): void {
    const end = this.#length * HASH_SIZE;
    if (end === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(HASH_SIZE, 2 * end));
    this.#bytes.set(hash, end);
    this.#length++;
  }

  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}

function parentOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash256(Buffer.concat([left, right]));
}
