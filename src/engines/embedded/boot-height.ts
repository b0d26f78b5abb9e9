import { invalid } from '../../error.js';
import type { EngineOptions, Funding } from '../engine.js';
import { MATURITY, subsidy } from '../funding/coinbase.js';
import { fundingCost } from '../funding/cost.js';

/** Below it too few coinbases have matured for accounts and faucet. */
const MIN_HEIGHT = 130;
/** A thousand halvings are not waited for: after these blocks a chain has practically all the coins that it will ever have. */
const MAX_HEIGHT = 2_000;

/**
 * Where the network is ready: the first block of a reward cycle, so that the whole reward phase lies ahead, with enough mature
 * coinbases for the payments.
 * @throws DevnetError INVALID_INPUT when no chain has that many coins
 */
export function bootHeight({ rewardLength }: EngineOptions['pox'], payments: Funding['bitcoin']): number {
  const cycle = Math.ceil((MIN_HEIGHT - 1) / rewardLength);
  for (let height = cycle * rewardLength + 1; height <= MAX_HEIGHT + rewardLength; height += rewardLength) {
    if (matureAmount(height) >= fundingCost(payments, height - MATURITY)) return height;
  }
  throw invalid('funding', 'no more BTC than a young regtest chain has', `${fundingCost(payments, 0)} sats`);
}

/** What the coinbases are worth that a transaction in the block at `height` may spend. */
function matureAmount(height: number): bigint {
  let amount = 0n;
  for (let coinbase = 1; coinbase <= height - MATURITY; coinbase++) amount += subsidy(coinbase);
  return amount;
}
