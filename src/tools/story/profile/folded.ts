import type { CostProfile, ProfileCost, ProfileNode } from '../../../clarity/trace.js';
import { profileLabel } from './label.js';

/**
 * Returns one dimension of a profile as folded stacks: a line for each stack, with its exclusive cost. Their sum is the cost of
 * the transaction.
 */
export function foldedStacks({ root }: CostProfile, dimension: keyof ProfileCost): string {
  const lines: string[] = [];
  const add = (node: ProfileNode, below: string): void => {
    const stack = `${below}${profileLabel(node)}`;
    if (node.exclusive[dimension] > 0) lines.push(`${stack} ${node.exclusive[dimension]}\n`);
    for (const inner of node.nodes) add(inner, `${stack};`);
  };
  if (root !== undefined) add(root, '');
  return lines.join('');
}
