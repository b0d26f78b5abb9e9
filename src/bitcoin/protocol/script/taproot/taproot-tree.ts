import { tapbranchHash, tapleafHash } from './taproot.js';

/** The deepest leaf that a control block can prove. */
export const TAPROOT_MAX_DEPTH = 128;

/** A script of a tree with its depth. The leaves of a tree are in depth-first order. */
export type TaprootLeaf = { depth: number; version: number; script: Uint8Array };

/** A leaf of a complete tree, with its merkle path. */
export type ProvenLeaf = TaprootLeaf & { path: Uint8Array[] };
type Node = { hash: Uint8Array; leaves: ProvenLeaf[] };

/** Whether the depths form a complete tree. */
export function isTaprootTree(leaves: TaprootLeaf[]): boolean {
  return buildTaprootTree(leaves) !== undefined;
}

/**
 * Returns the root of a tree, and its leaves with merkle paths, in the order of Core's `TaprootBuilder`.
 * @returns undefined if the depths do not form a tree
 */
export function buildTaprootTree(leaves: TaprootLeaf[]): { root: Uint8Array; leaves: ProvenLeaf[] } | undefined {
  /** Left subtrees without their right siblings, by depth. */
  const waiting: (Node | undefined)[] = [];
  for (const leaf of leaves) {
    let { depth } = leaf;
    let node: Node = { hash: tapleafHash(leaf.version, leaf.script), leaves: [{ ...leaf, path: [] }] };
    if (depth + 1 < waiting.length) return undefined;
    for (let left = waiting[depth]; left !== undefined; left = waiting[depth]) {
      if (depth === 0) return undefined;
      node = join(node, left);
      waiting.pop();
      depth--;
    }
    while (waiting.length < depth) waiting.push(undefined);
    waiting[depth] = node;
  }
  const [top, ...rest] = waiting;
  return top === undefined || rest.length > 0 ? undefined : { root: top.hash, leaves: top.leaves };
}

function join(a: Node, b: Node): Node {
  const prove = (leaf: ProvenLeaf, sibling: Node) => ({ ...leaf, path: [...leaf.path, sibling.hash] });
  return {
    hash: tapbranchHash(a.hash, b.hash),
    leaves: [...a.leaves.map((leaf) => prove(leaf, b)), ...b.leaves.map((leaf) => prove(leaf, a))],
  };
}
