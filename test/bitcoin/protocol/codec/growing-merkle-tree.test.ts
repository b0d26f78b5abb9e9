import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingMerkleTree } from '#dist/bitcoin/protocol/codec/growing-merkle-tree.js';
import { merkleTree } from '#dist/bitcoin/protocol/codec/merkle.js';
import { hash256 } from '#dist/bitcoin/protocol/crypto/hash.js';

const leaf = (value: number): Uint8Array => hash256(Buffer.from([value & 0xff, value >> 8]));

/** The root that a leaf has with its branch. */
function rootOf(of: Uint8Array, position: number, branch: readonly Uint8Array[]): Uint8Array {
  return branch.reduce(
    (node, sibling, level) => hash256(Buffer.concat((position >> level) % 2 === 0 ? [node, sibling] : [sibling, node])),
    of,
  );
}

test('default: every leaf of the first ones is proven, for each number of them', () => {
  const tree = new GrowingMerkleTree();
  const leaves = Array.from({ length: 40 }, (_, value) => leaf(value));
  for (const each of leaves) tree.append(each);
  for (let count = 1; count <= leaves.length; count++) {
    const { root: expected } = merkleTree(leaves.slice(0, count));
    for (let position = 0; position < count; position++) {
      const { root, branch } = tree.proof(position, count);
      expect(root).toEqual(expected);
      expect(rootOf(leaves[position] as Uint8Array, position, branch)).toEqual(expected);
    }
  }
});

test('behavior: after leaves left and others came, the tree is that of the present ones', () => {
  const step = fc.record({ keep: fc.nat(30), add: fc.array(fc.nat(0xffff), { maxLength: 30 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const tree = new GrowingMerkleTree();
      let leaves: Uint8Array[] = [];
      for (const { keep, add } of steps) {
        tree.truncate(keep);
        const added = add.map(leaf);
        leaves = [...leaves.slice(0, keep), ...added];
        for (const each of added) tree.append(each);
        expect(tree.size).toBe(leaves.length);
        if (leaves.length > 0) expect(tree.proof(leaves.length - 1).root).toEqual(merkleTree(leaves).root);
      }
    }),
  );
});
