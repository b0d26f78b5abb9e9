import { DevnetError } from '../../../base/error.js';
import type { Network } from '../network/network.js';
import { missingSbtc } from '../sbtc/sbtc.js';
import { hasStakers } from './staker.js';

/** Returns the reward cycle after the one of a Bitcoin block, and how many blocks after it that cycle begins. */
export function nextCycle({ options, timeline }: Pick<Network, 'options' | 'timeline'>, height: number): { cycle: number; left: number } {
  const { rewardLength } = options.pox;
  const since = height - timeline.firstBurnHeight;
  const cycle = Math.floor(since / rewardLength) + 1;
  return { cycle, left: cycle * rewardLength - since };
}

/**
 * Returns what the prepare phase before a reward cycle lacks, as a sentence; undefined if nothing. From Epoch 4.0 on, stacks-node makes no
 * block of a prepare phase without it, and nothing adds it there.
 */
export async function missingInPreparePhase(network: Network, cycle: number): Promise<string | undefined> {
  const { options, timeline } = network;
  if (timeline.pox === 4 || options.sbtc === undefined) return undefined;
  if (!(await hasStakers(network, cycle))) return `no signer stakes for reward cycle ${cycle}`;
  return missingSbtc(network, options.sbtc.deployer);
}

/**
 * Checks that the Bitcoin block after `height` does not halt the chain for good. It may be the first one of a prepare phase, or the last
 * one in which a tenure can begin.
 * @param begins whether a tenure follows the block, as far as is known
 * @throws DevnetError NOT_READY naming what is missing
 */
export async function checkPreparePhase(network: Network, height: number, begins: boolean): Promise<void> {
  const { cycle, left } = nextCycle(network, height);
  let missing: string | undefined;
  let hint = 'Restore a snapshot, or close the network and start it again.';
  if (left === network.options.pox.prepareLength) missing = await missingInPreparePhase(network, cycle);
  else if ((left === 1 || (left === 2 && !begins)) && !(await hasAnchor(network, height + left, height))) {
    missing = `no tenure has begun in the prepare phase before reward cycle ${cycle}`;
    if (left === 2) hint = 'End the faults first.';
  }
  if (missing === undefined) return;
  throw new DevnetError('NOT_READY', `Bitcoin block ${height + 1} would halt the chain, so it is not mined: ${missing}`, { hint });
}

/**
 * Checks that a reorganisation does not halt the chain for good. stacks-node follows a branch that is longer than what it replaces, and
 * only then a tenure of the branch can begin: too late for a prepare phase that the branch goes through.
 * @param height of Bitcoin @param blocks how many are abandoned
 * @throws DevnetError NOT_READY
 */
export async function checkReorganisation(network: Network, height: number, blocks: number): Promise<void> {
  const fork = height - blocks;
  // The block after the longer branch still begins a tenure.
  for (let { cycle, left } = nextCycle(network, fork); fork + left <= height + 2; cycle++, left += network.options.pox.rewardLength) {
    const start = fork + left;
    if (await hasAnchor(network, start, fork)) continue;
    throw new DevnetError(
      'NOT_READY',
      `a branch from Bitcoin block ${fork} would halt the chain, so nothing is abandoned: it has no tenure in the prepare phase before ` +
        `reward cycle ${cycle}`,
      { hint: `Mine to Bitcoin block ${start} first, and abandon only blocks after it.` },
    );
  }
}

/**
 * Whether a tenure has begun in the prepare phase before a reward cycle. Its first block is the anchor of the cycle, without which
 * stacks-node 4.0.2 processes none of its Bitcoin blocks, for good ("Missing canonical anchor block").
 * @param start the cycle's first Bitcoin block @param until the last one to look at, before that
 */
async function hasAnchor({ stacks, options }: Network, start: number, until: number): Promise<boolean> {
  for (let height = start - options.pox.prepareLength + 1; height <= until; height++) {
    if (await stacks.hasTenure(height)) return true;
  }
  return false;
}
