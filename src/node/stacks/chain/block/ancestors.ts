import { sha512_256 } from '../../../../chains/stacks/codec/hash.js';
import type { Path } from '../state/path.js';
import type { Sortition } from '../state/sortition.js';
import { BLOCK_INTERVAL, makeBlock, type StacksBlock } from './block.js';

/** The hash of the genesis block and its consensus hash, both zeros (stacks-core: `FIRST_STACKS_BLOCK_HASH`, `FIRST_BURNCHAIN_CONSENSUS_HASH`). */
export const GENESIS = {
  blockHash: '00'.repeat(32),
  consensusHash: '00'.repeat(20),
  indexHash: sha512_256(Buffer.alloc(32), Buffer.alloc(20)).toString('hex'),
  parentHash: 'ff'.repeat(32),
} as const;

/**
 * Makes the empty blocks between genesis and the first block that the VM executes, so that the chain is linked from height 0 as that of every node. Each
 * is a tenure of its own.
 * @param base genesis, or the block that a fork continues
 * @param first height and tenure of the first executed block
 * @returns the last of them; undefined if the first executed block follows the base
 */
export function makeAncestors(
  sortitions: Path<Sortition>,
  first: { height: number; tenureHeight: number },
  base: { height: number; indexHash: string; tenureHeight: number },
): StacksBlock | undefined {
  let parent: StacksBlock | undefined;
  for (let height = base.height + 1; height < first.height; height++) {
    const before = first.height - height;
    const sortition = sortitions.at(Math.max(sortitions.tip.height - before, sortitions.first.height)) ?? sortitions.first;
    parent = makeBlock({
      height,
      parent,
      parentHash: base.indexHash,
      sortition,
      tenureHeight: Math.max(first.tenureHeight - before, base.tenureHeight),
      time: sortition.burn.time + BLOCK_INTERVAL,
      transactions: [],
      nonces: [],
      beginsTenure: true,
      fees: 0n,
      matured: [],
      chosen: undefined,
      signedBy: undefined,
    });
  }
  return parent;
}
