import { compactSizeLength, createWriter } from '../../codec/writer.js';
import { taggedHash } from '../../crypto/hash.js';
import { tweakCheck } from '../../crypto/signature.js';

/** The leaf version of tapscripts (BIP342), and the bits of the leaf version in a control block's first byte. */
export const TAPSCRIPT_LEAF_VERSION = 0xc0;
const LEAF_MASK = 0xfe;

const CONTROL_BASE_SIZE = 33;
const CONTROL_NODE_SIZE = 32;
const CONTROL_MAX_NODES = 128;

/** Whether a control block is 33 bytes and up to 128 hashes of 32 bytes. */
export function isControlBlockSize(length: number): boolean {
  const nodes = (length - CONTROL_BASE_SIZE) / CONTROL_NODE_SIZE;
  return Number.isInteger(nodes) && nodes >= 0 && nodes <= CONTROL_MAX_NODES;
}

/** Returns the leaf version in a control block. */
export function leafVersion(control: Uint8Array): number {
  return (control[0] ?? 0) & LEAF_MASK;
}

/** Returns the hash of a script in the tree. */
export function tapleafHash(version: number, script: Uint8Array): Uint8Array {
  const writer = createWriter(1 + compactSizeLength(script.length) + script.length);
  writer.uint8(version);
  writer.varBytes(script);
  return taggedHash('TapLeaf', writer.finish());
}

/** Returns the hash of two subtrees, in any order. */
export function tapbranchHash(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Buffer.compare(a, b) < 0 ? taggedHash('TapBranch', a, b) : taggedHash('TapBranch', b, a);
}

/** Returns the tweak of the internal key. @param root absent without a script tree */
export function tapTweakHash(internalKey: Uint8Array, root?: Uint8Array): Uint8Array {
  return root === undefined ? taggedHash('TapTweak', internalKey) : taggedHash('TapTweak', internalKey, root);
}

/** Whether the output key commits to the leaf, along the path in a control block of valid size (BIP341). */
export function isTaprootCommitment(control: Uint8Array, outputKey: Uint8Array, leafHash: Uint8Array): boolean {
  const internalKey = control.subarray(1, CONTROL_BASE_SIZE);
  let root = leafHash;
  for (let at = CONTROL_BASE_SIZE; at < control.length; at += CONTROL_NODE_SIZE) {
    root = tapbranchHash(root, control.subarray(at, at + CONTROL_NODE_SIZE));
  }
  return tweakCheck(internalKey, tapTweakHash(internalKey, root), outputKey, ((control[0] ?? 0) & 1) as 0 | 1);
}
