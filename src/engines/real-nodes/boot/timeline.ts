import { invalid } from '../../../error.js';
import type { EngineOptions } from '../../engine.js';
import { MATURITY, subsidy } from '../../funding/coinbase.js';
import { fundingCost } from '../../funding/cost.js';

/** The Bitcoin heights of the steps of a boot from genesis. */
export type Timeline = {
  /** Number of blocks mined before stacks-node starts. The miner owns the coinbase of the first one. */
  firstBlocks: number;
  /** `[[burnchain.epochs]]`, in order. */
  epochs: readonly { name: string; height: number }[];
  /** From this height on, stackers can lock for the cycle in which Epoch 3.0 begins. */
  stackAt: number;
  /** The signers start at this height; stubs receive their events before. */
  signerAt: number;
  /** The stacking transactions must be confirmed at this height. */
  stackedBy: number;
  /** Epoch 3.0 begins: from this height on, blocks are Nakamoto blocks. */
  nakamoto: number;
  /** The block that contains the payments, and the earliest height of a ready network. */
  ready: number;
};

/** The epochs of stacks-node 4.0 that a boot can end in, in order. */
export const EPOCHS = ['3.0', '3.1', '3.2', '3.3', '3.4'] as const;
export type Epoch = (typeof EPOCHS)[number];

/** Steps in blocks after the first ones. The values are measured: smaller ones fail on a boot that never waits for a clock. */
const STACK = 8;
const SIGNER = 11;
/** Blocks between the first ones and the prepare phase before Epoch 3.0. */
const LEAD = 14;
/** The smallest number of first blocks: the miner pays its first commit with a mature coinbase. */
const FEWEST = MATURITY + 1;
/** The largest height to which blocks are mined for their coinbases. */
const FURTHEST = 3_000;
/** Epochs that are switched off begin after this height. */
const NEVER = 1_000_000;
/** The smallest number of Bitcoin blocks between a ready network and its next prepare phase. */
const AHEAD = 10;

/**
 * Plans the steps for a reward cycle and the payments.
 * @throws DevnetError INVALID_INPUT if no chain has enough coins
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

/** Returns the first height from `height` on with enough blocks of its reward phase left. */
export function readyHeight(height: number, { rewardLength, prepareLength }: EngineOptions['pox']): number {
  const position = height % rewardLength;
  const last = rewardLength - prepareLength + 1 - AHEAD;
  if (position >= 1 && position <= last) return height;
  return position === 0 ? height + 1 : height + rewardLength - position + 1;
}

function epochHeights(first: number, nakamoto: number, last: Epoch, rewardLength: number): Timeline['epochs'] {
  // stacks-node requires Epoch 4.0 in the list, with the same rules as 3.0: position 2 of a very late cycle.
  const never = Math.ceil(NEVER / rewardLength) * rewardLength + 2;
  const wanted = EPOCHS.indexOf(last);
  // One block each. Stacking can begin after the last one.
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

/** Returns the sats of the coinbases that are mature at `height`, without the first one, which the miner owns. */
function matureAmount(height: number): bigint {
  let amount = 0n;
  for (let coinbase = 2; coinbase <= height - MATURITY; coinbase++) amount += subsidy(coinbase);
  return amount;
}
