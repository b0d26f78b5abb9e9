import type { StacksBlock } from '../chain/block/block.js';

/** A chain as what differs from the one that was written last: `kept` of its blocks stay, and `rest` follows them, ascending. */
export type ChangedBlocks = { written: readonly StacksBlock[]; kept: number; rest: readonly StacksBlock[] };

/** Compares the chain up to a tip with the one that was written last. */
export function changedBlocks(written: readonly StacksBlock[], tip: StacksBlock): ChangedBlocks {
  const rest: StacksBlock[] = [];
  const base = written[0]?.height ?? 0;
  let at: StacksBlock | undefined = tip;
  for (; at !== undefined && written[at.height - base] !== at; at = at.parent) rest.push(at);
  return { written, kept: at === undefined ? 0 : at.height - base + 1, rest: rest.reverse() };
}
