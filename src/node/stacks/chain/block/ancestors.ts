import { sha512_256 } from '../../../../chains/stacks/codec/hash.js';
import type { ForkPoint } from '../../../../chains/stacks/origin/fork-point.js';
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

/** Height and tenure of the first block that the VM executes. */
export type First = { height: number; tenureHeight: number };

/** Returns the last block below the first one. @returns undefined if that follows genesis, or the block that a fork continues */
export type Ancestors = (first: First) => StacksBlock | undefined;

/**
 * Makes the ancestors now, while the VM boots.
 * @param expected what the VM will say. If it says something else, they are made again.
 */
export function expectAncestors(sortitions: Path<Sortition>, fork: ForkPoint | undefined, expected: First): Ancestors {
  const base = baseOf(fork);
  const made = makeAncestors(sortitions, expected, base);
  return (first) =>
    first.height === expected.height && first.tenureHeight === expected.tenureHeight ? made : makeAncestors(sortitions, first, base);
}

/** Where the chain begins: genesis, or the block that a fork continues. */
export function baseOf(fork: ForkPoint | undefined): First & { indexHash: string } {
  return fork === undefined ? { ...GENESIS, height: 0, tenureHeight: 0 } : { ...fork.block, indexHash: fork.block.id };
}

/**
 * Makes the empty blocks between genesis and the first block that the VM executes, so that the chain is linked from height 0 as that of every node. Each
 * is a tenure of its own.
 * @param base where the chain begins
 * @returns the last of them; undefined if the first executed block follows the base
 */
function makeAncestors(sortitions: Path<Sortition>, first: First, base: ReturnType<typeof baseOf>): StacksBlock | undefined {
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
