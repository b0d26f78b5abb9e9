import { invalid } from '../../error.js';
import type { EngineOptions, Funding } from '../engine.js';
import { MATURITY, subsidy } from '../funding/coinbase.js';
import { fundingCost } from '../funding/cost.js';

/** At a lower height, too few coinbases have matured for accounts and faucet. */
const MIN_HEIGHT = 130;
/** At this height a regtest chain has nearly all coins that it will ever have, because of the halvings. */
const MAX_HEIGHT = 2_000;

/**
 * Returns the height at which the network is ready: the first block of a reward cycle, so that a whole reward phase follows, with enough
 * mature coinbases for the payments.
 * @throws DevnetError INVALID_INPUT if no chain has that many coins
 */
export function bootHeight({ rewardLength }: EngineOptions['pox'], payments: Funding['bitcoin']): number {
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
