import { invalid } from '../../base/error.js';
import type { EngineOptions, Funding } from '../../stacks/engine.js';
import { FIRST_BLOCKS } from '../../stacks/node.js';
import { EPOCHS, planTimeline } from '../common/boot-plan/timeline.js';
import { MATURITY, subsidy } from '../common/funding/coinbase.js';
import { fundingCost } from '../common/funding/cost.js';

/** The default lengths of PoX. */
const ANY_CYCLE = { rewardLength: 20, prepareLength: 5 };
/** At a lower height, too few coinbases have matured for accounts and faucet. */
const MIN_HEIGHT = 130;
/** At this height a regtest chain has nearly all coins that it will ever have, because of the halvings. */
const MAX_HEIGHT = 2_000;

/** Of a network that begins at block 1. stacks-core activates pox-2 one block after Epoch 2.1, and pox-4 must not be active before it. */
const FROM_THE_START = Object.fromEntries(['2.5', ...EPOCHS].map((name) => [name, 1]));

/** The Bitcoin heights of a network: where reward cycle 0 begins, where epochs begin if that is special, and where it is ready. */
export type Schedule = { firstBurnHeight: number; epochHeights?: Readonly<Record<string, number>> | undefined; ready: number };

/**
 * Plans the Bitcoin heights of a network. In epoch 4.0 they are those of real nodes, so that cycles and bonds of PoX-5 are the same.
 * @throws DevnetError INVALID_INPUT if no chain has enough coins
 */
export function planSchedule({
  epoch,
  pox,
  fork,
  bitcoinFork,
  funding,
  heights,
}: Pick<EngineOptions, 'epoch' | 'pox' | 'fork' | 'bitcoinFork' | 'funding' | 'heights'>): Schedule {
  if (heights !== undefined) return { firstBurnHeight: 0, epochHeights: FROM_THE_START, ready: heights.bitcoin };
  if (bitcoinFork !== undefined) return planForked(bitcoinFork.point.block.height, { epoch, pox, fork, funding });
  // Cycles of a fork are those of its origin, in heights of its own.
  if (fork !== undefined) return { firstBurnHeight: 0, ready: bootHeight(ANY_CYCLE, funding.bitcoin) };
  if (epoch !== '4.0') return { firstBurnHeight: 0, ready: bootHeight(pox, funding.bitcoin) };
  const { firstBurnHeight, epochs, ready } = planTimeline({ epoch, pox, funding });
  return { firstBurnHeight, epochHeights: Object.fromEntries(epochs.map(({ name, height }) => [name, height])), ready };
}

/** Plans the heights above a block of another Bitcoin network: those of a network of its own, later by whole reward cycles. */
function planForked(base: number, options: Pick<EngineOptions, 'epoch' | 'pox' | 'fork' | 'funding'>): Schedule {
  if (options.fork !== undefined) return { firstBurnHeight: 0, ready: base + FIRST_BLOCKS };
  const { firstBurnHeight, epochHeights, ready } = planSchedule({ ...options, bitcoinFork: undefined });
  const { rewardLength } = options.pox;
  // stacks-core applies some rules of PoX to absolute heights.
  const later = Math.ceil(base / rewardLength) * rewardLength;
  return {
    firstBurnHeight: firstBurnHeight + later,
    epochHeights: epochHeights && Object.fromEntries(Object.entries(epochHeights).map(([name, height]) => [name, height + later])),
    ready: ready + later,
  };
}

/**
 * Returns the height at which the network is ready before epoch 4.0: the first block of a reward cycle, so that a whole reward phase
 * follows, with enough mature coinbases for the payments.
 * @throws DevnetError INVALID_INPUT if no chain has that many coins
 */
function bootHeight({ rewardLength }: EngineOptions['pox'], payments: Funding['bitcoin']): number {
  const cycle = Math.ceil((MIN_HEIGHT - 1) / rewardLength);
  for (let height = cycle * rewardLength + 1; height <= MAX_HEIGHT + rewardLength; height += rewardLength) {
    if (matureAmount(height) >= fundingCost(payments, height - MATURITY)) return height;
  }
  throw invalid('funding', 'no more BTC than a young regtest chain has', `${fundingCost(payments, 0)} sats`);
}

/** Returns the value of the coinbases that a transaction in the block at `height` may spend, in sats. */
function matureAmount(height: number): bigint {
  let amount = 0n;
  for (let coinbase = 1; coinbase <= height - MATURITY; coinbase++) amount += subsidy(coinbase);
  return amount;
}
