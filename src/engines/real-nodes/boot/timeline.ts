import { invalid } from '../../../error.js';
import type { EngineOptions } from '../../engine.js';
import { MATURITY, subsidy } from '../../funding/coinbase.js';
import { fundingCost } from '../../funding/cost.js';

/** The Bitcoin heights of the steps of a boot from genesis. Bitcoin blocks between the steps elect no miner and come in bursts. */
export type Timeline = {
  /** The first Bitcoin block of reward cycle 0, and the one before the first that stacks-node reads. */
  firstBurnHeight: number;
  /** Number of blocks mined before stacks-node starts. The miner owns the coinbase of the first one. */
  firstBlocks: number;
  /** `[[burnchain.epochs]]`, in order. */
  epochs: readonly { name: string; height: number }[];
  /** The last block before the prepare phase that fixes the first signers: the stacking transactions must be confirmed. */
  stackedBy: number;
  /** Blocks that begin a tenure of Nakamoto. Epoch 3.0 begins at the first one. */
  tenures: readonly [nakamoto: number, ...later: number[]];
  /** The last tenure, whose block contains the payments: the earliest height of a ready network. */
  ready: number;
};

/** The epochs of stacks-node 4.0 that a boot can end in, in order. */
export const EPOCHS = ['3.0', '3.1', '3.2', '3.3', '3.4'] as const;
export type Epoch = (typeof EPOCHS)[number];

/** Blocks between the first ones and the prepare phase before Epoch 3.0: the miner's key, its first commit, the stacking, and a reserve. */
const LEAD = 14;
/** The smallest number of first blocks: the miner pays its first commit with a mature coinbase. */
const FEWEST = MATURITY + 1;
/** The largest height to which blocks are mined for their coinbases. */
const FURTHEST = 3_000;
/** Epochs that are switched off begin after this height. */
const NEVER = 1_000_000;
/** The smallest number of Bitcoin blocks between a ready network and its next prepare phase. */
const AHEAD = 10;
/** Epoch 3.0 begins in reward cycle 2, the first that stacks-node accepts. Every earlier block takes time. */
const CYCLES_BEFORE = 2;

/**
 * Plans the steps for a reward cycle and the payments.
 * @throws DevnetError INVALID_INPUT if no chain has enough coins
 */
export function planTimeline({ epoch, pox, funding }: Pick<EngineOptions, 'pox' | 'funding'> & { epoch: Epoch }): Timeline {
  const { rewardLength, prepareLength } = pox;
  for (let cycle = CYCLES_BEFORE; cycle * rewardLength <= FURTHEST + 3 * rewardLength; cycle++) {
    const boundary = cycle * rewardLength;
    const firstBlocks = boundary - LEAD - prepareLength;
    // An epoch must begin in a reward phase and neither at position 0 nor 1 of its cycle.
    const nakamoto = boundary + 2;
    const tenures: Timeline['tenures'] = [nakamoto];
    const ready = tenures.at(-1) ?? nakamoto;
    if (firstBlocks < FEWEST || matureAmount(ready) < fundingCost(funding.bitcoin, ready - MATURITY)) continue;
    // A multiple of the reward cycle: stacks-core applies some of its rules to absolute heights.
    const firstBurnHeight = boundary - CYCLES_BEFORE * rewardLength;
    return {
      firstBurnHeight,
      firstBlocks,
      epochs: epochHeights(firstBurnHeight, nakamoto, epoch, rewardLength),
      stackedBy: boundary - prepareLength,
      tenures,
      ready,
    };
  }
  throw invalid('funding', 'no more BTC than a young regtest chain has', `${fundingCost(funding.bitcoin, 0)} sats`);
}

/** Returns the first height from `height` on with enough blocks of its reward phase left. `firstBurnHeight` is a multiple of the cycle. */
export function readyHeight(height: number, { rewardLength, prepareLength }: EngineOptions['pox']): number {
  const position = height % rewardLength;
  const last = rewardLength - prepareLength + 1 - AHEAD;
  if (position >= 1 && position <= last) return height;
  return position === 0 ? height + 1 : height + rewardLength - position + 1;
}

/** One Stacks block applies the transitions of all epochs that begin at one height. */
function epochHeights(first: number, nakamoto: number, last: Epoch, rewardLength: number): Timeline['epochs'] {
  // stacks-node requires Epoch 4.0 in the list, with the same rules as 3.0: position 2 of a very late cycle.
  const never = Math.ceil(NEVER / rewardLength) * rewardLength + 2;
  const wanted = EPOCHS.indexOf(last);
  return [
    { name: '1.0', height: 0 },
    { name: '2.0', height: first },
    ...['2.05', '2.1', '2.2', '2.3', '2.4', '2.5'].map((name) => ({ name, height: first + 1 })),
    ...EPOCHS.map((name, index) => ({ name, height: index <= wanted ? nakamoto : never })),
    { name: '4.0', height: never },
  ];
}

/** Returns the sats of the coinbases that are mature at `height`, without the first one, which the miner owns. */
function matureAmount(height: number): bigint {
  let amount = 0n;
  for (let coinbase = 2; coinbase <= height - MATURITY; coinbase++) amount += subsidy(coinbase);
  return amount;
}
