import { invalid } from '../../error.js';
import type { EngineOptions, Funding } from '../engine.js';

/** Below it too few coinbases have matured for accounts and faucet. */
const MIN_HEIGHT = 130;
/** A thousand halvings are not waited for: after these blocks a chain has practically all the coins that it will ever have. */
const MAX_HEIGHT = 2_000;

/** Blocks that a coinbase must have before it can be spent, and blocks between halvings: consensus on regtest. */
export const MATURITY = 100;
const HALVING = 150;

/** Twice the default minimum relay rate, in sats per virtual byte; the sizes are those of BIP141 for P2WPKH, rounded up. */
const FEE_RATE = 2n;
const OVERHEAD = 11;
const INPUT = 69;
const OUTPUT = 43;

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

/** What a block's coinbase creates, in sats, without fees. */
export function subsidy(height: number): bigint {
  return 5_000_000_000n >> BigInt(Math.floor(height / HALVING));
}

/** What the payments cost with their fee, at most, when `coinbases` are spent for them. */
export function fundingCost(payments: Funding['bitcoin'], coinbases: number): bigint {
  const size = OVERHEAD + coinbases * INPUT + (payments.length + 1) * OUTPUT;
  return payments.reduce((sum, { amount }) => sum + amount, 0n) + FEE_RATE * BigInt(size);
}
