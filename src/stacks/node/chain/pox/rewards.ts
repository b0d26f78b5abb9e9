import { isBeforeNakamoto, type MaturedReward, type StacksBlock } from '../block/block.js';
import { epochAt, isNakamoto } from '../epoch.js';
import type { ChainState } from '../state/state.js';
import { firstOfTenure, tenureAt } from '../state/tenures.js';

/** Tenures until a reward matures (`MINER_REWARD_MATURITY` of stacks-core). */
const MATURITY = 100;
/** 1,000 STX: what test networks pay below Bitcoin height 77,777 (SIP-029). */
const COINBASE = 1_000_000_000n;

/**
 * Returns the rewards of the tenure after the tip, as stacks-core does (`calculate_miner_reward`): one reward for the miner of the tenure
 * that matures and one for the miner before it, even if it is zero. Tenures before Nakamoto pay nothing; the boot address represents
 * their miner.
 */
export function maturedRewards({ ledger, epochs, network }: Pick<ChainState, 'ledger' | 'epochs' | 'network'>): MaturedReward[] {
  const { tip } = ledger;
  const lastOf = (tenuresAgo: number): StacksBlock | undefined => {
    const last = tenureAt(ledger, tip.sortition.height - tenuresAgo);
    const first = last && ledger.byId(last.tenureStart);
    const isPaid = first !== undefined && first.tenureHeight === tip.tenureHeight - tenuresAgo && !isBeforeNakamoto(first);
    return isPaid ? last : undefined;
  };
  const mature = lastOf(MATURITY - 1);
  const from = mature && ledger.byId(mature.tenureStart);
  if (mature === undefined || from === undefined) return [];
  const before = lastOf(MATURITY);
  const recipientBefore = before === undefined ? network.bootAddress : network.producerAddress;
  const nakamoto = isNakamoto(epochAt(epochs, tip.sortition.height));
  return [
    { recipient: network.producerAddress, coinbase: COINBASE, anchoredFees: nakamoto ? 0n : mature.tenureFees, streamedFees: 0n, from },
    { recipient: recipientBefore, coinbase: 0n, anchoredFees: 0n, streamedFees: nakamoto ? (before?.tenureFees ?? 0n) : 0n, from },
  ];
}

/**
 * Returns what the miner of a block's tenure earned, in micro-STX; undefined before that has matured. The state with which a chain begins
 * follows the blocks that it begins with: nothing more is paid for these.
 */
export function rewardOf({ ledger, firstTip }: Pick<ChainState, 'ledger' | 'firstTip'>, block: StacksBlock): bigint | undefined {
  const paying = firstOfTenure(ledger, block.tenureHeight + MATURITY);
  if (paying === undefined) return undefined;
  if (block.tenureHeight < firstTip.tenureHeight) return COINBASE;
  const rewards = paying.matured.filter(({ from, coinbase }) => coinbase > 0n && from.tenureHeight === block.tenureHeight);
  return rewards.reduce((sum, { coinbase, anchoredFees, streamedFees }) => sum + coinbase + anchoredFees + streamedFees, 0n);
}
