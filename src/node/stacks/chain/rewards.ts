import type { VmMint } from '../vm/types.js';
import type { StacksBlock } from './block.js';
import type { Ledger } from './ledger.js';
import { MINER } from './miner.js';
import { tenureAt } from './tenures.js';

/** A reward that a miner gets once it is out of danger; amounts in micro-STX. */
export type MaturedReward = {
  readonly coinbase: bigint;
  readonly fees: bigint /** First block of the tenure. */;
  readonly from: StacksBlock;
};

/** Tenures until a reward matures (`MINER_REWARD_MATURITY` of stacks-core). */
const MATURITY = 100;
/** 1,000 STX: what test networks pay below Bitcoin height 77,777 (SIP-029). */
const COINBASE = 1_000_000_000n;

/**
 * What the tenure after the tip pays, as stacks-core does it: the coinbase of the tenure that matures, and the fees of the one
 * before it. Tenures from before the first block pay nothing.
 */
export function maturedRewards(ledger: Ledger): MaturedReward[] {
  const { tip } = ledger;
  const lastOf = (tenuresAgo: number): StacksBlock | undefined => {
    const last = tenureAt(ledger, tip.sortition.height - tenuresAgo);
    return last?.tenureHeight === tip.tenureHeight - tenuresAgo ? last : undefined;
  };
  const mature = lastOf(MATURITY - 1);
  const from = mature && ledger.byId(mature.tenureStart);
  if (from === undefined) return [];
  const fees = lastOf(MATURITY)?.tenureFees ?? 0n;
  return [{ coinbase: COINBASE, fees: 0n, from }, ...(fees > 0n ? [{ coinbase: 0n, fees, from }] : [])];
}

/** As the VM takes them. */
export function rewardMints(rewards: readonly MaturedReward[]): VmMint[] {
  return rewards.map(({ coinbase, fees }) => ({ principal: MINER.address, amount: coinbase, fees }));
}
