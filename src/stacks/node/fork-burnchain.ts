import { invalid } from '../../base/error.js';
import type { ForkPoint } from '../protocol/fork-source/fork-point.js';
import { Path } from './chain/state/path.js';
import { nextSortition, placeSortition, type Sortition, type SortitionIds } from './chain/state/sortition.js';
import type { BurnBlock } from './types.js';

/** How many blocks of its own a fork has when it begins: the VM mines them. */
export const FIRST_BLOCKS = 2;

/** The Bitcoin chain as a Stacks chain counts it. */
export type Burnchain = {
  /** The blocks so far. */
  readonly path: Path<Sortition>;
  /** Returns a block of Bitcoin with the height and time that it has in this chain. */
  block(block: BurnBlock): BurnBlock;
  /** Returns the height in this chain of a height of Bitcoin. */
  height(height: number): number;
  /** The lowest block of Bitcoin to which a reorganisation can go back. */
  readonly lowest: number;
};

/**
 * Bitcoin as it is. @param blocks from height 0 @param known the ids of their sortitions, if they are known @throws DevnetError
 * INVALID_INPUT for less than two blocks: the first tenure begins with the second one
 */
export function wholeBurnchain([first, ...rest]: readonly BurnBlock[], known: readonly SortitionIds[] = []): Burnchain {
  if (first === undefined || rest.length === 0) throw invalid('burnchain', 'at least 2 Bitcoin blocks', first === undefined ? 0 : 1);
  const next = (parent: Sortition | undefined, block: BurnBlock, ids: SortitionIds | undefined): Sortition =>
    ids === undefined ? nextSortition(parent, block) : placeSortition(parent, block, ids);
  const path = new Path(next(undefined, first, known[0]));
  for (const [index, block] of rest.entries()) path.push(next(path.tip, block, known[index + 1]));
  return { path, block: (block) => block, height: (height) => height, lowest: first.height };
}

/** Bitcoin after the block of a fork: the last of its blocks follow that of the origin, and so do their heights and times. */
export function forkedBurnchain({ burn, block }: ForkPoint, blocks: readonly BurnBlock[]): Burnchain {
  const own = blocks.slice(-FIRST_BLOCKS);
  const [first] = own;
  if (first === undefined || own.length < FIRST_BLOCKS) throw invalid('burnchain', `at least ${FIRST_BLOCKS} Bitcoin blocks`, own.length);
  const up = burn.height + 1 - first.height;
  const later = burn.time + INTERVAL - first.time;
  const shifted = (of: BurnBlock): BurnBlock => ({ ...of, height: of.height + up, time: of.time + later });
  const path = new Path<Sortition>({
    height: burn.height,
    parent: undefined,
    burn: { ...burn, previousHash: '00'.repeat(32) },
    consensusHash: block.consensusHash,
    sortitionId: block.id,
  });
  // The first one has another parent at Bitcoin.
  for (const one of own) path.push(nextSortition(path.tip, { ...shifted(one), previousHash: path.tip.burn.hash }));
  return { path, block: shifted, height: (height) => height + up, lowest: first.height };
}

/** Seconds between Bitcoin blocks, as the VM counts. */
const INTERVAL = 600;
