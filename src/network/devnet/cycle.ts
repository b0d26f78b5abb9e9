import type { PoxLengths } from '../../stacks/engine.js';
import type { DevnetStatus } from '../data.js';

/**
 * Where a Bitcoin height is in its reward cycle. As in stacks-core, the first block of a cycle is the one after a multiple of its
 * length, and the multiple itself ends the prepare phase, though it counts as the next cycle.
 * @returns `blocksLeft`: blocks until the other phase begins
 */
export function cycleAt(burnHeight: number, { firstBurnHeight, rewardLength, prepareLength }: PoxLengths): DevnetStatus['cycle'] {
  const since = burnHeight - firstBurnHeight;
  const id = Math.floor(since / rewardLength);
  const index = since % rewardLength;
  const prepareAt = rewardLength - prepareLength + 1;
  if (index === 0) return { id, phase: 'prepare', blocksLeft: 1 };
  return index < prepareAt
    ? { id, phase: 'reward', blocksLeft: prepareAt - index }
    : { id, phase: 'prepare', blocksLeft: rewardLength + 1 - index };
}
