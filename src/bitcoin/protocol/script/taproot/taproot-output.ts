import { tweakKey } from '../../crypto/key.js';
import { leafKey, type TaprootData } from '../signing/signature-data.js';
import type { TaprootOutput } from '../signing/signing-keys.js';
import { tapTweakHash } from './taproot.js';
import { buildTaprootTree, type TaprootLeaf } from './taproot-tree.js';

/**
 * Returns the taproot output of an internal key and a script tree, which may be empty (BIP341).
 * @returns its key and spending data, or undefined if the key or the tree is invalid
 */
export function taprootOutput(internalKey: Uint8Array, leaves: TaprootLeaf[]): (TaprootOutput & { key: Uint8Array }) | undefined {
  const tree = leaves.length === 0 ? { root: undefined, leaves: [] } : buildTaprootTree(leaves);
  const tweaked = tree && tweakKey(internalKey, tapTweakHash(internalKey, tree.root));
  if (tree === undefined || tweaked === undefined) return undefined;
  const data: TaprootData = { internalKey, merkleRoot: tree.root, leaves: new Map() };
  for (const { script, version, path } of tree.leaves) {
    const control = new Uint8Array(Buffer.concat([Uint8Array.of(version | tweaked.parity), internalKey, ...path]));
    const known = data.leaves.get(leafKey({ script, version }))?.controls ?? [];
    data.leaves.set(leafKey({ script, version }), { script, version, controls: [...known, control] });
  }
  return { key: tweaked.key, data, tree: tree.leaves };
}
