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
 * Checks that the Bitcoin block after `height` does not halt the chain for good. It may be the first one of a prepare phase.
 * @throws DevnetError NOT_READY naming what is missing
 */
export async function checkPreparePhase(network: Network, height: number): Promise<void> {
  const { cycle, left } = nextCycle(network, height);
  if (left !== network.options.pox.prepareLength) return;
  const missing = await missingInPreparePhase(network, cycle);
  if (missing === undefined) return;
  throw new DevnetError('NOT_READY', `Bitcoin block ${height + 1} would halt the chain, so it is not mined: ${missing}`, {
    hint: 'Restore a snapshot, or close the network and start it again.',
  });
}
