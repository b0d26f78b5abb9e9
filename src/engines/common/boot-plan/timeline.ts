import { invalid } from '../../../base/error.js';
import type { EngineOptions } from '../../../stacks/engine.js';
import { MATURITY, subsidy } from '../funding/coinbase.js';
import { fundingCost } from '../funding/cost.js';

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
  /** The contract in which the signers of a ready network lock their STX: pox-4 or, from Epoch 4.0 on, pox-5. */
  pox: 4 | 5;
};

/** The epochs of stacks-node 4.0 that a boot can end in, in order. */
export const EPOCHS = ['3.0', '3.1', '3.2', '3.3', '3.4', '4.0'] as const;
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
/** Bitcoin blocks of a boot from a kept network at most: one tenure, and one block without an election. */
const TENURES_OF_A_BOOT = 2;
/** The first position in a reward cycle where Epochs 3.0 and 4.0 may begin. */
const FIRST_POSITION = 2;
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
    const pox5 = epoch === '4.0';
    const tenures = pox5 ? tenuresToPox5(boundary, pox) : ([boundary + FIRST_POSITION] as const);
    const [nakamoto] = tenures;
    const ready = tenures.at(-1) ?? nakamoto;
    if (firstBlocks < FEWEST || matureAmount(ready) < fundingCost(funding.bitcoin, ready - MATURITY)) continue;
    // A multiple of the reward cycle: stacks-core applies some of its rules to absolute heights.
    const firstBurnHeight = boundary - CYCLES_BEFORE * rewardLength;
    return {
      firstBurnHeight,
      firstBlocks,
      epochs: epochHeights({ first: firstBurnHeight, nakamoto, ready, last: epoch, rewardLength }),
      stackedBy: boundary - prepareLength,
      tenures,
      ready,
      pox: pox5 ? 5 : 4,
    };
  }
  throw invalid('funding', 'no more BTC than a young regtest chain has', `${fundingCost(funding.bitcoin, 0)} sats`);
}

/** Returns the first height from `height` on with enough blocks of its reward phase left. `firstBurnHeight` is a multiple of the cycle. */
export function readyHeight(height: number, pox: EngineOptions['pox']): number {
  const { rewardLength } = pox;
  const position = height % rewardLength;
  const last = lastReady(pox);
  if (position >= 1 && position <= last) return height;
  return position === 0 ? height + 1 : height + rewardLength - position + 1;
}

/** Whether a network that is kept at this height is ready again after the tenures of a boot from it. */
export function isWorthKeeping(height: number, pox: EngineOptions['pox']): boolean {
  const position = height % pox.rewardLength;
  const last = lastReady(pox);
  return position >= 1 && position <= Math.max(FIRST_POSITION, last - TENURES_OF_A_BOOT);
}

/** Returns the last position in a reward cycle where a network is ready. */
function lastReady({ rewardLength, prepareLength }: EngineOptions['pox']): number {
  return rewardLength - prepareLength + 1 - AHEAD;
}

/**
 * Epoch 3.0 begins at the end of its reward phase, as 4.0 must begin in the next cycle. One tenure in the prepare phase between them is
 * enough: it fixes the signers of that cycle.
 */
function tenuresToPox5(boundary: number, { rewardLength, prepareLength }: EngineOptions['pox']): [number, number, number] {
  const nakamoto = boundary + rewardLength - prepareLength;
  return [nakamoto, nakamoto + 1, boundary + rewardLength + Math.min(FIRST_POSITION, rewardLength - prepareLength)];
}

type EpochPlan = { first: number; nakamoto: number; ready: number; last: Epoch; rewardLength: number };

/** One Stacks block applies the transitions of all epochs that begin at one height. */
function epochHeights({ first, nakamoto, ready, last, rewardLength }: EpochPlan): Timeline['epochs'] {
  // stacks-node requires Epoch 4.0 in the list, with the same rules as 3.0.
  const never = Math.ceil(NEVER / rewardLength) * rewardLength + FIRST_POSITION;
  const wanted = EPOCHS.indexOf(last);
  return [
    { name: '1.0', height: 0 },
    { name: '2.0', height: first },
    ...['2.05', '2.1', '2.2', '2.3', '2.4'].map((name) => ({ name, height: first + 1 })),
    // stacks-core activates pox-2 one block after Epoch 2.1. Where pox-4 stays the last one, it must not be active earlier than that:
    // `@stacks/stacking` stacks in the contract of `/v2/pox` that was activated last.
    { name: '2.5', height: first + (last === '4.0' ? 1 : 2) },
    ...EPOCHS.map((name, index) => ({ name, height: index > wanted ? never : name === '4.0' ? ready : nakamoto })),
  ];
}

/** Returns the sats of the coinbases that are mature at `height`, without the first one, which the miner owns. */
function matureAmount(height: number): bigint {
  let amount = 0n;
  for (let coinbase = 2; coinbase <= height - MATURITY; coinbase++) amount += subsidy(coinbase);
  return amount;
}
