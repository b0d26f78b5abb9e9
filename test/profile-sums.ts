import type { CostProfile, ProfileCost, ProfileNode } from '#dist/clarity/trace/profile.js';

const DIMENSIONS = ['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const;

/** Returns the sums of the exclusive costs of a profile's functions, lines and nodes. */
export function exclusiveSums({ functions, lines, root }: CostProfile): Record<'functions' | 'lines' | 'nodes', ProfileCost> {
  const flat = (node: ProfileNode): ProfileNode[] => [node, ...node.nodes.flatMap(flat)];
  return { functions: sum(functions), lines: sum(lines), nodes: sum(root === undefined ? [] : flat(root)) };
}

function sum(rows: readonly { exclusive: ProfileCost }[]): ProfileCost {
  const total = { runtime: 0, readCount: 0, readLength: 0, writeCount: 0, writeLength: 0 };
  for (const { exclusive } of rows) for (const dimension of DIMENSIONS) total[dimension] += exclusive[dimension];
  return total;
}
