import { invalid } from '../../error.js';
import type { EngineOptions } from '../engine.js';
import { MATURITY, subsidy } from '../funding/coinbase.js';
import { fundingCost } from '../funding/cost.js';

/** The Bitcoin heights at which things happen during a boot from genesis. */
export type Timeline = {
  /** Blocks mined before stacks-node starts; the first one's coinbase is the miner's. */
  firstBlocks: number;
  /** `[[burnchain.epochs]]`, in order. */
  epochs: readonly { name: string; height: number }[];
  /** From here on the stackers can lock for the cycle in which Epoch 3.0 begins. */
  stackAt: number;
  /** Until here something else than the signer may swallow its events. */
  signerAt: number;
  /** The stacking transactions must be confirmed by then. */
  stackedBy: number;
  /** Epoch 3.0 begins: from here on blocks are Nakamoto blocks. */
  nakamoto: number;
  /** The block that holds the payments, and the earliest one to be ready at. */
  ready: number;
};

/** The epochs of stacks-node 4.0 that can be the last one of a boot, in order. */
export const EPOCHS = ['3.0', '3.1', '3.2', '3.3', '3.4'] as const;
export type Epoch = (typeof EPOCHS)[number];

/** What happens when, in blocks after the first ones: measured to be as tight as a boot that never waits for a clock can be. */
const STACK = 8;
const SIGNER = 11;
/** Blocks between the first ones and the prepare phase before Epoch 3.0. */
const LEAD = 14;
/** Fewest blocks that let a coinbase mature: the miner pays its first commit from it. */
const FEWEST = MATURITY + 1;
/** No chain is mined further than this for its coins. */
const FURTHEST = 3_000;
/** Epochs that a boot does not want begin after this height: never. */
const NEVER = 1_000_000;
/** Bitcoin blocks that a ready network has before its next prepare phase, at least. */
const AHEAD = 10;

/**
 * When things happen, for a reward cycle and the payments that must be made.
 * @throws DevnetError INVALID_INPUT when no chain has that many coins
 */
export function planTimeline({ epoch, pox, funding }: Pick<EngineOptions, 'pox' | 'funding'> & { epoch: Epoch }): Timeline {
  const { rewardLength, prepareLength } = pox;
  for (let cycle = 2; cycle * rewardLength <= FURTHEST + 3 * rewardLength; cycle++) {
    const boundary = cycle * rewardLength;
    const firstBlocks = boundary - LEAD - prepareLength;
    // Epoch 3.0 must begin in a reward phase and neither at position 0 nor 1 of its cycle.
    const nakamoto = boundary + 2;
    const ready = readyHeight(nakamoto + 1, pox);
    if (firstBlocks < FEWEST || matureAmount(ready) < fundingCost(funding.bitcoin, ready - MATURITY)) continue;
    return {
      firstBlocks,
      epochs: epochHeights(firstBlocks, nakamoto, epoch, rewardLength),
      stackAt: firstBlocks + STACK,
      signerAt: firstBlocks + SIGNER,
      stackedBy: boundary - 2,
      nakamoto,
      ready,
    };
  }
  throw invalid('funding', 'no more BTC than a young regtest chain has', `${fundingCost(funding.bitcoin, 0)} sats`);
}

/** The first height from `height` on that has enough of its reward phase ahead. */
export function readyHeight(height: number, { rewardLength, prepareLength }: EngineOptions['pox']): number {
  const position = height % rewardLength;
  const last = rewardLength - prepareLength + 1 - AHEAD;
  if (position >= 1 && position <= last) return height;
  return position === 0 ? height + 1 : height + rewardLength - position + 1;
}

function epochHeights(first: number, nakamoto: number, last: Epoch, rewardLength: number): Timeline['epochs'] {
  // Position 2 of a cycle that never comes: stacks-node wants Epoch 4.0 in its list, with the same rules as 3.0.
  const never = Math.ceil(NEVER / rewardLength) * rewardLength + 2;
  const wanted = EPOCHS.indexOf(last);
  // One block each: stacking can begin after the last of them.
  const early = ['2.05', '2.1', '2.2', '2.3', '2.4', '2.5'].map((name, index) => ({ name, height: first + 1 + index }));
  const late = EPOCHS.slice(1).map((name, index) => ({ name, height: index < wanted ? nakamoto + 1 : never }));
  return [
    { name: '1.0', height: 0 },
    { name: '2.0', height: 0 },
    ...early,
    { name: '3.0', height: nakamoto },
    ...late,
    { name: '4.0', height: never },
  ];
}

/** What the network's own coinbases are worth that a transaction in the block at `height` may spend: all but the first, the miner's. */
function matureAmount(height: number): bigint {
  let amount = 0n;
  for (let coinbase = 2; coinbase <= height - MATURITY; coinbase++) amount += subsidy(coinbase);
  return amount;
}
