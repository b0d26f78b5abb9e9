import { createReader } from '../codec/reader.js';
import { TAPROOT_MAX_DEPTH, type TaprootLeaf } from '../script/taproot/taproot-tree.js';
import { require, written } from './field.js';

const LEAF_MASK = 0xfe;

/** Decodes the leaves of a script tree (BIP371). @throws DecodeError with Core's text */
export function readTapTree(value: Uint8Array): TaprootLeaf[] {
  const reader = createReader(value, 'SpanReader');
  const leaves: TaprootLeaf[] = [];
  while (reader.remaining() > 0) {
    const leaf = { depth: reader.uint8(), version: reader.uint8(), script: reader.varBytes() };
    require(leaf.depth <= TAPROOT_MAX_DEPTH, 'Output Taproot tree has as leaf greater than Taproot maximum depth');
    require((leaf.version & ~LEAF_MASK) === 0, 'Output Taproot tree has a leaf with an invalid leaf version');
    leaves.push(leaf);
  }
  return leaves;
}

/** Encodes the leaves of a script tree. */
export function writeTapTree(leaves: TaprootLeaf[]): Uint8Array {
  return written((writer) => {
    for (const { depth, version, script } of leaves) {
      writer.uint8(depth);
      writer.uint8(version);
      writer.varBytes(script);
    }
  });
}
